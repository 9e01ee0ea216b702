import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { giveBack } from '@sync/leaseAhead'
import { useState } from 'react'
import { Button } from '@/kit/ui'
import css from './Numbers.module.css'
import { useNumbers } from './useNumbers'

/** What this tablet holds of the organisation's numbers, and the way to give it back before the tablet goes elsewhere. */
export function HeldNumbers() {
  const { t } = useLingui()
  const { left, look } = useNumbers()
  const [sure, setSure] = useState(false)
  const [done, setDone] = useState('')
  if (!left || left.sscc + left.bol === 0) return null
  return (
    <section aria-labelledby="held">
      <h2 id="held">
        <Trans>Numbers on this device</Trans>
      </h2>
      <p>
        <Plural value={left.sscc} one="# pallet number" other="# pallet numbers" />
        {' · '}
        <Plural value={left.bol} one="# bill number" other="# bill numbers" />
      </p>
      <p className={css.quiet}>
        <Trans>It issues them without a network. Give them back before it goes to another site or is put away: others use the rest.</Trans>
      </p>
      <div className={css.row}>
        {sure ? (
          <>
            <Button
              onClick={() =>
                void giveBack().then(() => {
                  setSure(false)
                  setDone(t`Given back. This device takes new ones at its next look at the dock.`)
                  look()
                })
              }
            >
              <Trans>Yes, give them back</Trans>
            </Button>
            <Button variant="default" onClick={() => setSure(false)}>
              <Trans>Keep them</Trans>
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setSure(true)}>
            <Trans>Give back</Trans>
          </Button>
        )}
      </div>
      <p role="status">{done}</p>
    </section>
  )
}
