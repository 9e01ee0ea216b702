import type { FormSpec } from './defineForm'

export interface Opened {
  key: number
  // A stack of forms of any kind; each was checked against its own request type when it was opened.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  spec: FormSpec<any, any>
  initial: object
  settle: (answer: unknown) => void
}

let open: Opened[] = []
let next = 1
const watchers = new Set<() => void>()
const change = (to: Opened[]) => {
  open = to
  for (const w of watchers) w()
}

/** The forms that lie over the screen. */
export const opened = {
  now: () => open,
  add(form: Omit<Opened, 'key'>) {
    const key = next++
    const settle = (answer: unknown) => {
      change(open.filter((o) => o.key !== key))
      form.settle(answer)
    }
    change([...open, { ...form, key, settle }])
  },
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
