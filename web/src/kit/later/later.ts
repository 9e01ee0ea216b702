import { type ComponentType, lazy } from 'react'

const idle = (then: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(then, { timeout: 5_000 }) : setTimeout(then, 1_000)

/**
 * A part that the first screen does not show. It is fetched when the browser has nothing else to do, so that it opens at once and also
 * where the connection has gone meanwhile. Where it went before that, the part stays away until it can be had; the screen around it goes on.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  idle(() => void load().catch(() => {}))
  return lazy(async () => {
    for (;;)
      try {
        return { default: await load() }
      } catch {
        await new Promise((r) => setTimeout(r, 2_000))
      }
  })
}
