import { msg } from '@lingui/core/macro'
import type { Words } from '@/kit/words/words'
import type { Move } from './moves'

const actions: Record<string, Words> = {
  save: msg`Save for later`,
  rate: msg`Rate`,
  reopen: msg`Back to open`,
  defer: msg`Defer`,
  resume: msg`Resume rating`,
  tender: msg`Schedule`,
  confirm: msg`Confirm`,
  requote: msg`Back to rating`,
  'in-transit': msg`Mark in transit`,
  deliver: msg`Mark delivered`,
  except: msg`Report an exception`,
  // The deed; the state of the same name is a word of its own in other languages.
  void: msg({ message: 'Void', context: 'deed' }),
  archive: msg`Archive`,
}
const restores: Partial<Record<string, Words>> = {
  T: msg`Resume as scheduled`,
  M: msg`Resume as confirmed`,
  A: msg`Resume in transit`,
}

/** What a move is called on its button. */
export const moveWords = (m: Move): Words => (m.action === 'restore' ? restores[m.to] : actions[m.action]) ?? m.action
