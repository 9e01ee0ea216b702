import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import css from './Bell.module.css'
import { letSleep, type Waking, wake, waking } from './wake'

/** Whether this device is to be woken while the app is closed. Nothing is asked of anybody until they switch it on. */
export function WakeSwitch() {
  const refusal = useRefusal()
  const [now, setNow] = useState<Waking>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void waking().then(setNow)
  }, [])
  if (!now || now === 'impossible') return null
  const turn = async () => {
    setBusy(true)
    try {
      setNow(await (now === 'on' ? letSleep() : wake()))
    } catch (err) {
      refusal.tell(err)
    }
    setBusy(false)
  }
  if (now === 'forbidden')
    return (
      <p className={css.wake}>
        <Trans>This browser blocks notifications. Allow them in its settings for this site.</Trans>
      </p>
    )
  return (
    <label className={css.wake}>
      <input type="checkbox" checked={now === 'on'} disabled={busy} onChange={() => void turn()} />
      <Trans>Notify me on this device while the app is closed</Trans>
    </label>
  )
}
