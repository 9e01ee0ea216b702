import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { Screen } from '@/kit/layout/Screen'
import { PlainButton } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { useAct } from '@/kit/remote/useAct'
import { useSyncView } from '@/kit/remote/user'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { AdmitForm } from './AdmitForm'
import { inOrder, until } from './doors'
import css from './Gate.module.css'
import { HeldDoors } from './HeldDoors'
import { TrucksHere } from './TrucksHere'
import { useSlots } from './useSlots'

interface GateProps {
  warehouse: string | undefined
  onWarehouse: (warehouse: string) => void
  onBack: () => void
}

/** The guard's tablet: which trucks without an appointment, or before their time, it may let in by itself, with a network or without. */
export function GateScreen({ warehouse, onWarehouse, onBack }: GateProps) {
  const { t } = useLingui()
  const sites = useSites()
  const site = sites.find((s) => s.id === warehouse) ?? sites[0]
  return (
    <Screen
      title={t`Gate`}
      below={site && t`${site.name} · times on the clock of ${site.zone.replaceAll('_', ' ')}`}
      actions={
        <>
          <WarehouseChoice one sites={sites} value={site?.id ?? ''} onChoose={onWarehouse} />
          <PlainButton onClick={onBack}>
            <Trans>Inbound shipments</Trans>
          </PlainButton>
        </>
      }
    >
      {site && <AtSite key={site.id} warehouse={site.id} zone={site.zone} />}
    </Screen>
  )
}

function AtSite({ warehouse, zone }: { warehouse: string; zone: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const { contact } = useSyncView()
  const refusal = useRefusal()
  const gate = useSlots(warehouse)
  const [done, setDone] = useState('')
  const { slots } = gate
  if (!slots) return <div aria-busy="true" />
  const { free, used } = slots
  const n = free.length
  const doors = inOrder(free).join(', ')
  return (
    <>
      <div className={css.may} role="status" data-none={n === 0 || undefined}>
        {n > 0 ? (
          <>
            <strong>
              <Plural value={n} one="# truck" other="# trucks" /> {t`until ${clock(until(free), locale, zone)}`}
            </strong>
            <span>
              <Plural value={n} one={`Door ${doors}`} other={`Doors ${doors}`} />
            </span>
          </>
        ) : (
          <>
            <strong>
              {gate.holding ? (
                <Trans>No door is left. Do not admit a truck without an appointment.</Trans>
              ) : (
                <Trans>This device holds no doors.</Trans>
              )}
            </strong>
            <span>
              {gate.refused ? (
                refusal.whole(gate.refused)
              ) : !gate.holding ? (
                <Trans>Hold some only on the device that stays at the gate: they are kept from everybody else.</Trans>
              ) : contact !== 'online' ? (
                <Trans>There is no connection. Doors come with the next one; call the office until then.</Trans>
              ) : gate.most === undefined ? (
                <Trans>Asking for doors…</Trans>
              ) : gate.most === 0 ? (
                <Trans>This site lets its gates admit nobody by themselves. Booking terms say how many trucks.</Trans>
              ) : (
                <Trans>All doors are booked, or the site is closed. The next free one comes by itself.</Trans>
              )}
            </span>
          </>
        )}
      </div>
      <p className={css.done} role="status">
        {done}
      </p>
      {(gate.holding || n > 0) && (
        <AdmitForm
          warehouse={warehouse}
          free={free}
          admit={async (lease, admission) => {
            setDone('')
            const door = await gate.admit(lease, admission)
            setDone(t`${admission.LicensePlate} goes to door ${door}.`)
          }}
        />
      )}
      {used.length > 0 && (
        <section>
          <h2>
            <Trans>Admitted from this device</Trans>
          </h2>
          <ul className={css.list}>
            {used.map((s) => (
              <li key={s.key}>
                <b>{t`Door ${s.Door}`}</b> {clock(s.used?.at ?? 0, locale, zone)} <span>{s.used?.plate}</span>
                <span className={css.quiet}>{s.used?.carrier}</span>
                {s.stands === 'waiting' && (
                  <span className={css.quiet}>
                    <Trans>Not sent yet</Trans>
                  </span>
                )}
                {s.stands === 'discarded' && (
                  <span className={css.bad}>
                    <Trans>Discarded: this truck was not admitted</Trans>
                  </span>
                )}
                {s.stands === 'refused' && (
                  <span className={css.bad}>
                    <Trans>Not accepted: look under Needs attention</Trans>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        {!gate.holding && (
          <PlainButton filled onClick={gate.take}>
            <Trans>Hold doors here</Trans>
          </PlainButton>
        )}
        {n > 0 && (
          <PlainButton onClick={() => void act(gate.giveBack)}>
            <Trans>Give the doors back</Trans>
          </PlainButton>
        )}
      </p>
      {contact === 'online' && <TrucksHere warehouse={warehouse} zone={zone} />}
      {contact === 'online' && <HeldDoors warehouse={warehouse} zone={zone} />}
    </>
  )
}
