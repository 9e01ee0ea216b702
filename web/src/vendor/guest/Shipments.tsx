import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { count, measure } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { timeOfDay, windowOf } from '@/kit/format/window'
import { NoContact, Refused } from '@/kit/guest/ask'
import css from './Portal.module.css'
import type { Row } from './ship'
import { bring, type Portal } from './usePortal'

const statuses: Record<string, MessageDescriptor> = {
  O: msg`Open`,
  S: msg`Saved`,
  Q: msg`Waiting for a carrier`,
  H: msg`Deferred`,
  T: msg`Scheduled`,
  M: msg`Confirmed`,
  A: msg`In transit`,
  D: msg`Delivered`,
  X: msg`Exception`,
  V: msg`Void`,
}

const noRows: Row[] = []

/** What the vendor has shipped, and where each stands. */
export function Shipments({ portal }: { portal: Portal }) {
  const { i18n } = useLingui()
  const [only, setOnly] = useState('')
  const all = portal.shipments ?? noRows
  const counts = new Map<string, number>()
  for (const s of all) counts.set(s.statuscode, (counts.get(s.statuscode) ?? 0) + 1)
  const name = (code: string) => (statuses[code] ? i18n._(statuses[code]) : code)
  if (!portal.shipments)
    return portal.shipmentsLost ? (
      <p className={css.none} role="status">
        <Trans>No connection. Your shipments appear here as soon as there is a signal.</Trans>
      </p>
    ) : (
      <p className={css.none} aria-busy="true">
        <Trans>Your shipments are being read…</Trans>
      </p>
    )
  if (all.length === 0)
    return (
      <p className={css.none}>
        <Trans>Nothing shipped yet.</Trans>
      </p>
    )
  return (
    <>
      {counts.size > 1 && (
        <div className={css.chips}>
          <button type="button" aria-pressed={only === ''} onClick={() => setOnly('')}>
            <Trans>All</Trans> {all.length}
          </button>
          {[...counts].map(([code, n]) => (
            <button key={code} type="button" aria-pressed={only === code} onClick={() => setOnly(code)}>
              {name(code)} {n}
            </button>
          ))}
        </div>
      )}
      <ul className={css.cards}>
        {all
          .filter((s) => only === '' || s.statuscode === only)
          .map((s) => (
            <Card key={s.shipmentId} row={s} status={name(s.statuscode)} onChanged={portal.askShipments} />
          ))}
      </ul>
    </>
  )
}

function Card({ row: s, status, onChanged }: { row: Row; status: string; onChanged: () => void }) {
  const { i18n } = useLingui()
  const locale = i18n.locale
  return (
    <li>
      <h2>
        {s.number} <span className={css.state}>{status}</span>
      </h2>
      <p className={css.quiet}>{[s.toName, [s.toCity, s.toState].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}</p>
      <p>
        {count(s.pieces, locale)} <Plural value={s.pieces} one="piece" other="pieces" />
        {s.pallets > 0 && (
          <>
            {' · '}
            <Plural value={s.pallets} one="# pallet" other="# pallets" />
          </>
        )}{' '}
        · {measure(s.weight, locale)}
      </p>
      {s.lines.length > 0 && (
        <p className={css.quiet}>{s.lines.map((l) => `${l.purchase} ${l.item || l.line}: ${count(l.pieces, locale)}`).join(' · ')}</p>
      )}
      <dl className={css.facts}>
        <Fact name={<Trans>Pickup</Trans>}>{[day(s.shipOn, locale), windowOf(s.pickupFrom, s.pickupTo)].filter(Boolean).join(' ')}</Fact>
        {s.carrier && (
          <Fact name={<Trans>Carrier</Trans>}>
            {[s.carrier, s.pro && `PRO ${s.pro}`, s.bol && `BOL ${s.bol}`].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {s.delivery && (
          <Fact name={<Trans>Delivery</Trans>}>
            {day(s.delivery.day, locale)} {timeOfDay(s.delivery.start)}
            {s.delivery.door && (
              <>
                {' · '}
                <Trans>door {s.delivery.door}</Trans>
              </>
            )}{' '}
            ({s.delivery.number})
          </Fact>
        )}
        {s.departedAt && <Fact name={<Trans>Departed</Trans>}>{dateTime(s.departedAt, locale)}</Fact>}
        {s.deliveredAt && <Fact name={<Trans>Delivered</Trans>}>{dateTime(s.deliveredAt, locale)}</Fact>}
      </dl>
      {s.statuscode !== 'V' && <AddFile shipment={s.shipmentId} files={s.files} onAdded={onChanged} />}
    </li>
  )
}

function Fact({ name, children }: { name: React.ReactNode; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A document of a shipment is known by its content: chosen again after a reply that was lost, it is the one that is there. */
async function keyOf(file: File, shipment: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', await new Blob([shipment, '/', file.name, '/', file]).arrayBuffer())
  return [...new Uint8Array(sum)]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 40)
}

function AddFile({ shipment, files, onAdded }: { shipment: string; files: number; onAdded: () => void }) {
  const { t } = useLingui()
  const [said, setSaid] = useState<{ bad: boolean; text: string }>()
  const add = async (file: File | undefined) => {
    if (!file) return
    setSaid({ bad: false, text: t`Sending ${file.name}…` })
    try {
      await bring({ key: await keyOf(file, shipment), content: file, name: file.name, type: file.type }, shipment)
      setSaid({ bad: false, text: t`${file.name} was added.` })
      onAdded()
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setSaid({
        bad: true,
        text: err instanceof Refused ? err.fields[0]?.message || err.said : t`No connection. Try again when there is a signal.`,
      })
    }
  }
  return (
    <div className={css.file}>
      <label>
        <Trans>Add a document</Trans> {files > 0 && `(${files})`}
        <input
          type="file"
          accept=".pdf,.png,.jpg,.jpeg,.csv,.txt,.xls,.xlsx,.doc,.docx"
          onChange={(e) => {
            void add(e.currentTarget.files?.[0])
            e.currentTarget.value = ''
          }}
        />
      </label>
      {said && (
        <p role={said.bad ? 'alert' : 'status'} className={said.bad ? css.bad : css.quiet}>
          {said.text}
        </p>
      )}
    </div>
  )
}
