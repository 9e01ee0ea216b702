import { msg } from '@lingui/core/macro'
import { toasts } from '../toast/toast'
import type { Words } from '../words/words'

const window10 = 10_000
let last: { run: () => unknown; until: number; toast: number } | undefined

/** Offers one step back for ten seconds, by a button in the toast or by Ctrl+Z. A later offer replaces an earlier one: there is one undo. */
export function offerUndo(said: Words, undo: () => unknown) {
  if (last) toasts.close(last.toast)
  const run = () => {
    if (last?.run !== run) return undefined
    toasts.close(last.toast)
    last = undefined
    return undo()
  }
  const toast = toasts.good(said, { action: { label: msg`Undo`, run }, stay: window10 })
  last = { run, until: Date.now() + window10, toast }
}

/** Takes the last offer; false when there is none (any more). */
export function undoLast(): boolean {
  if (!last || Date.now() > last.until) return false
  void last.run()
  return true
}
