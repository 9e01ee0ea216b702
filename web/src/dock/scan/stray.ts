import { msg } from '@lingui/core/macro'
import { feedback } from '@/kit/feedback/feedback'
import { tail } from '@/kit/format/identifier'
import type { Scan } from '@/kit/scan/burst'
import { toasts } from '@/kit/toast/toast'
import { decide, type Labels } from './decide'
import { deviceLabels } from './labels'
import { tellPoor } from './poor'

/** Answers a scan on a screen of the dock that takes no labels: nothing has changed, and where the label belongs is one tap away. */
export async function answerStray(text: string, poor: Scan['poor'], open: (load: string) => void, labels: Labels = deviceLabels) {
  feedback('bad')
  tellPoor(poor)
  const verdict = await decide(text, undefined, labels).catch(() => undefined) // a store that does not answer: the scan is told of all the same
  const load = verdict && 'load' in verdict ? verdict.load : undefined
  toasts.warn(msg`This screen takes no labels. Nothing was changed.`, {
    of: tail(verdict?.code ?? text),
    ...(load ? { action: { label: msg`Open its load`, run: () => open(load.id) } } : {}),
  })
}
