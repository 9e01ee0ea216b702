/** Another tab shows an older app and holds the local store in its old shape, so that this one cannot begin. */
let is = false
const watchers = new Set<() => void>()

export const otherTab = {
  blocks: () => is,
  set(to: boolean) {
    if (to === is) return
    is = to
    for (const w of watchers) w()
  },
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
