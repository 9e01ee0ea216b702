import { beforeEach, expect, test, vi } from 'vitest'

/** Workbox's own step for one file, in place of a browser's cache: what is asked for, and how much at once. */
async function installing(answers: (url: string) => Promise<void>) {
  const { Shell } = await import('./shell')
  const shell = new Shell()
  shell.addToCacheList([
    { url: '/index.html', revision: '1' },
    ...Array.from({ length: 20 }, (_, n) => ({ url: `/assets/part-${n}.js`, revision: null })),
  ])
  const asked: Request[] = []
  let now = 0
  let most = 0
  vi.spyOn(shell.strategy, 'handleAll').mockImplementation((options) => {
    const { request } = options as { request: Request } // as Shell calls it
    asked.push(request)
    most = Math.max(most, ++now)
    const done = answers(new URL(request.url).pathname).finally(() => now--)
    return [done.then(() => new Response()), done]
  })
  const waited: Promise<unknown>[] = []
  const event = { type: 'install', waitUntil: (p: Promise<unknown>) => void waited.push(p) } as unknown as ExtendableEvent // the two members that are used
  await Promise.allSettled([shell.install(event)])
  return { asked, most: () => most, kept: Promise.all(waited) }
}

beforeEach(() => {
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('location', new URL('https://lading.test/sw.js'))
})

const soon = () => new Promise<void>((r) => setTimeout(r, 1))

test('all files are kept, four beside each other, and those without a hash in their name as they stand now', async () => {
  const { asked, most, kept } = await installing(soon)
  expect(await kept).toHaveLength(1) // the browser waits for it
  expect(new Set(asked.map((r) => r.url)).size).toBe(21)
  expect(asked).toHaveLength(21)
  expect(most()).toBe(4)
  expect(asked.map((r) => `${r.cache} ${new URL(r.url).pathname}`)).toContain('reload /index.html')
  expect(asked.filter((r) => r.cache === 'reload')).toHaveLength(1)
})

test('where one cannot be had, none is used and the rest are not asked for', async () => {
  const { asked, kept } = await installing(async (url) => {
    await soon()
    if (url.endsWith('part-2.js')) throw new Error('a guest network')
  })
  await expect(kept).rejects.toThrow('a guest network')
  expect(asked.length).toBeLessThan(10)
})
