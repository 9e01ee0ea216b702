/** Once what was just shown is drawn. A page that nobody sees draws nothing, and does not hold up what waits for it. */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    const hidden = setTimeout(done, 100)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(hidden)
        done()
      }),
    )
  })
