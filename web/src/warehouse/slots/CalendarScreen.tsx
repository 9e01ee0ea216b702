import { Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseCalendarLink } from '@sync/gen/api'
import { useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { Screen } from '@/kit/layout/Screen'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import css from './Slots.module.css'

/** The addresses by which calendar programs read the appointments of a warehouse. One is shown once, when it is made. */
export function CalendarScreen() {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const may = useCan('manage-warehouses')
  const got = useCall('Warehouse/CalendarLinks', undefined, { enabled: may })
  const [made, setMade] = useState<{ site: string; address: string }>()
  const make = (WarehouseId: string) =>
    act(async () => {
      const link = (await submit('Warehouse/MakeCalendarLink', { WarehouseId })) as WarehouseCalendarLink // by its declaration
      setMade({ site: WarehouseId, address: link.Address })
    })
  const end = (WarehouseId: string) =>
    act(async () => {
      await submit('Warehouse/EndCalendarLink', { WarehouseId })
      setMade(undefined)
    })
  return (
    <Screen
      title={t`Calendar links`}
      below={t`A calendar program that has the address shows the warehouse's appointments and keeps them current.`}
    >
      {!may ? (
        <p className={css.none}>
          <Trans>Whoever manages the warehouses makes these addresses.</Trans>
        </p>
      ) : (
        <Pending called={got} offline={t`Calendar links are read from the server. There is no connection.`}>
          <div className={css.wide}>
            <table className={css.links}>
              <caption className={css.hidden}>
                <Trans>Calendar links</Trans>
              </caption>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Warehouse</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Address made</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {got.data?.map((l) => (
                  <tr key={l.WarehouseId}>
                    <th scope="row">
                      {l.WarehouseId} {l.Name}
                    </th>
                    <td>
                      {l.MadeAt ? `${dateTime(l.MadeAt, locale)} · ${l.MadeBy}` : '—'}
                      {made?.site === l.WarehouseId && made.address && (
                        <>
                          <PlainInput
                            readOnly
                            aria-label={t`Address of ${l.WarehouseId}`}
                            value={made.address}
                            onFocus={(e) => e.currentTarget.select()}
                          />
                          <small role="status">
                            <Trans>Copy it now: it is not shown again. Whoever has it reads the appointments.</Trans>
                          </small>
                        </>
                      )}
                      <div className={css.buttons}>
                        <PlainButton
                          onClick={() => void make(l.WarehouseId)}
                          aria-label={l.MadeAt ? t`Replace the address of ${l.WarehouseId}` : t`Make an address for ${l.WarehouseId}`}
                        >
                          {l.MadeAt ? <Trans>Replace</Trans> : <Trans>Make an address</Trans>}
                        </PlainButton>
                        {l.MadeAt && (
                          <PlainButton onClick={() => void end(l.WarehouseId)} aria-label={t`End the address of ${l.WarehouseId}`}>
                            <Trans>End</Trans>
                          </PlainButton>
                        )}
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Pending>
      )}
    </Screen>
  )
}
