// @vitest-environment node
import { use } from '@sync/client'
import { World } from '@sync/testing/world'
import { expect, it } from 'vitest'
import { keep } from './photos'

it('sends what was kept within a second, not at the next look around', async () => {
  const world = new World()
  try {
    world.stock()
    const client = await world.device().signedIn()
    use(client)
    await world.until(async () => (await client.work?.cache.state())?.complete === true)
    await world.pass(5_000)
    const hash = await keep(new TextEncoder().encode('ink'), 'image/png')
    await world.until(async () => world.server.files.held.get(hash)?.data.length === 3, 1_000)
    expect(await client.work?.outbox.db.blobs.count()).toBe(0)
  } finally {
    await world.close()
  }
})
