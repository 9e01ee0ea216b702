import { msg } from '@lingui/core/macro'
import type { Scan } from '@/kit/scan/burst'
import { toasts } from '@/kit/toast/toast'

const key = 'lading.scanner.told'

/** Says once on a device how its scanner should be set up: what it read was taken, but a faster or ended label is the safer one. */
export function tellPoor(poor: Scan['poor']) {
  if (!poor || localStorage.getItem(key)?.includes(poor)) return
  localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${poor}`.trim())
  toasts.warn(
    poor === 'open'
      ? msg`The scanner sends no Enter behind a label. Set its suffix to Enter (CR): labels are then read at once.`
      : msg`The scanner types slowly. Set its delay between characters to 0: a slow label can be taken for typing.`,
    { stay: 20_000 },
  )
}
