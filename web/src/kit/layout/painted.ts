import { whenIdle } from '../later/later'

/**
 * Once what was just shown is drawn, and nothing that came meanwhile waits for the processor. A page that nobody sees draws nothing, and does not hold
 * up what waits for it.
 */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    const hidden = setTimeout(done, 100)
    requestAnimationFrame(() =>
      // Behind the frame, not in front of it: what follows begins when the frame has been handed on.
      setTimeout(() => {
        clearTimeout(hidden)
        whenIdle(done, 50)
      }),
    )
  })
