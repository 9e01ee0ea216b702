import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import css from './Gate.module.css'

/** The trucks that came by the gate and have not left, whatever they came for; and the way to end the visit of one that left without a word. */
export function TrucksHere({ warehouse, zone }: { warehouse: string; zone: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const may = useCan('book-appointments')
  const [sure, setSure] = useState('')
  const got = useCall('Warehouse/OpenVisits', { WarehouseId: warehouse }, { everyMs: () => 30_000 })
  const list = got.data ?? []
  if (list.length === 0) return null
  return (
    <section aria-labelledby="trucks-here">
      <h2 id="trucks-here">
        <Trans>Trucks here</Trans>
      </h2>
      <ul className={css.list}>
        {list.map((v) => (
          <li key={v.VisitId}>
            <b>{v.LicensePlate}</b> {t`since ${clock(v.At ?? 0, locale, zone)}`} {v.Door && <span>{t`Door ${v.Door}`}</span>}
            <span className={css.quiet}>{[v.Carrier, v.DriverName, v.Number].filter(Boolean).join(' · ')}</span>
            {may &&
              (sure === v.VisitId ? (
                <>
                  <PlainButton onClick={() => void act(() => submit('Warehouse/EndVisit', { VisitId: v.VisitId }))}>
                    <Trans>Yes, it left</Trans>
                  </PlainButton>
                  <PlainButton onClick={() => setSure('')}>
                    <Trans>It is still here</Trans>
                  </PlainButton>
                </>
              ) : (
                <PlainButton onClick={() => setSure(v.VisitId)} aria-label={t`End the visit of ${v.LicensePlate}`}>
                  <Trans>End visit</Trans>
                </PlainButton>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
