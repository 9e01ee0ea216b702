import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { PlainButton } from '@/kit/plain/Plain'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import css from './Gate.module.css'

/** The minute by whose beginning a lease is over, as the scheduler draws it. */
const wholeMinute = (at: string | null) => Math.ceil(Date.parse(at ?? '') / 60_000) * 60_000

/** The doors of a warehouse that its gates hold, so that whoever finds a time taken sees by whom; and the way to have one back from a tablet that will not be heard of again. */
export function HeldDoors({ warehouse, zone }: { warehouse: string; zone: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const [sure, setSure] = useState('')
  const got = useCall('Warehouse/SlotLeases', { WarehouseId: warehouse }, { everyMs: () => 30_000 })
  const list = got.data ?? []
  if (list.length === 0) return null
  return (
    <section aria-labelledby="held-doors">
      <h2 id="held-doors">
        <Trans>Doors held by gates</Trans>
      </h2>
      <ul className={css.list}>
        {list.map((l) => (
          <li key={l.LeaseId}>
            <b>{t`Door ${l.Door}`}</b> {t`until ${clock(wholeMinute(l.Until), locale, zone)}`}
            <span className={css.quiet}>
              {l.ByName ? t`by ${l.ByName} since ${clock(l.At ?? 0, locale, zone)}` : t`since ${clock(l.At ?? 0, locale, zone)}`}
            </span>
            {sure === l.LeaseId ? (
              <>
                <span role="alert">
                  <Trans>Only if that tablet is lost: it may have sent a truck there.</Trans>
                </span>
                <PlainButton
                  onClick={() =>
                    void act(async () => {
                      await submit('Warehouse/WithdrawSlotLease', { LeaseId: l.LeaseId })
                      setSure('')
                    })
                  }
                >
                  <Trans>Yes, take it back</Trans>
                </PlainButton>
                <PlainButton onClick={() => setSure('')}>
                  <Trans>Leave it</Trans>
                </PlainButton>
              </>
            ) : (
              <PlainButton onClick={() => setSure(l.LeaseId)} aria-label={t`Take back door ${l.Door}`}>
                <Trans>Take back</Trans>
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
