import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { current, local } from '@sync/client'
import type { Ops, ShipmentBulkStatus } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { keepDraft, readDraft } from '@/kit/form/draft'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { EditGrid } from '@/kit/grid/EditGrid'
import { useSheet } from '@/kit/grid/useSheet'
import { offerUndo } from '@/kit/list/undo'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { toasts } from '@/kit/toast/toast'
import { useWords } from '@/kit/words/words'
import { byStatus, moveAll, movesFrom, moveWords } from '@/shipment/public'
import { backForm } from './backForm'
import { Labelled } from './Labelled'
import css from './Multiple.module.css'
import { changedPickups, savePickups } from './pickup'
import { Sum } from './Sum'
import { settled } from './settled'
import { offerOf, type Row, rateColumns } from './shipments'
import { unsent, useLeft } from './unsent'
import { useKeptMarks } from './useKeptMarks'
import { each, useMarks } from './useMarks'
import { useRun } from './useRun'
import { useOfStatus, useRated } from './useShipments'

const keptWindow = 'multiple.window'
const theWindow = { on: '', from: '11:00', to: '15:30' } // the product's own for collect orders
type Line = Ops['Shipment/BulkSchedule']['req']['Shipments'][number]
const status = ['Q'] as const

/** What is built and has no carrier yet: rated and scheduled many at a time, each row telling how it went. */
export function RateRoute({ chosen: begin }: { chosen: readonly string[] }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const running = useState<string>()
  const [busy] = running
  const shipments = useOfStatus(status, busy !== undefined && busy !== 'schedule')
  const ids = useMemo(() => (shipments ?? []).map((s) => s.id), [shipments])
  const { user, left, look, forget } = useLeft()
  const marks = useMarks('shipment', 'ShipmentId', useKeptMarks(ids, busy !== undefined, left))
  const { run } = useRun(marks, running)
  const { rows, again } = useRated(shipments)
  const carriers = useLiveQuery(() => local().carrier.orderBy('name').toArray())
  const tried = ids.some((id) => marks.of(id) !== undefined)
  const columns = useMemo(
    () =>
      rateColumns({
        text: words,
        locale,
        carriers: (carriers ?? []).filter((c) => !c.disabled).map((c) => ({ value: c.scac || c.id, label: c.name })),
        say: (code) => refusal.known(code),
        tried,
      }),
    [words, locale, carriers, refusal, tried],
  )
  const sheet = useSheet<Row>({ columns, rows, id: (r) => r.shipment.id, draft: 'multiple.rate' })
  const [begun] = useState<ReadonlySet<string>>(() => new Set([...begin, ...(left?.going ?? []), ...(left?.left ?? [])]))
  const [ticked, setTicked] = useState(begun)
  // What was just built, or is left of a run, is what somebody came for: it is not to be looked for among all that waits.
  useEffect(() => {
    if (begun.size > 0) sheet.pick(begun)
  }, [sheet, begun])
  const [asking, setAsking] = useState<boolean>()
  const setup = useLiveQuery(() => local().org_setup.get('setup'))
  const asks = asking ?? setup?.flags.carrierConfirmation ?? false
  const [window, setWindow] = useState(() => readDraft<typeof theWindow>(keptWindow)?.values ?? theWindow)
  const setMark = useRef(marks.set)
  setMark.current = marks.set
  const chosen = useMemo(() => (shipments ?? []).filter((s) => ticked.has(s.id)), [shipments, ticked])
  const pickups = changedPickups(sheet)
  const good = pickups.filter((p) => p.good)

  // The server tells of each shipment while the call is still on its way.
  useEffect(
    () =>
      current().work?.live?.on('BulkScheduleStatus', (raw) => {
        const s = raw as ShipmentBulkStatus // as the server declares it
        if (s.status === 'pending') setMark.current(s.shipmentId, { hue: 'waiting', words: msg`being scheduled` })
        if (s.status === 'success') setMark.current(s.shipmentId, { hue: 'good', words: msg`scheduled` })
      }),
    [],
  )

  const rate = () =>
    run(
      'rate',
      async () => {
        await savePickups(
          sheet,
          good.map((p) => p.id),
        ) // the day decides which tariff counts
        const ids = chosen.map((s) => s.id)
        const sent = await settled('shipment', 'ShipmentId', ids)
        const ready = ids.filter((id) => sent.get(id) === 'done')
        let priced = 0
        for (let n = 0; n < ready.length; n += 50) {
          const part = ready.slice(n, n + 50)
          for (const id of part) marks.set(id, { hue: 'waiting', words: msg`being rated` })
          const got = (await submit('Shipment/RateShipments', {
            ShipmentIds: part,
            Defaults: true,
          })) as Ops['Shipment/RateShipments']['resp'] // as declared
          for (const r of got) {
            if (r.chosen) priced++
            marks.set(r.shipmentId, r.chosen ? undefined : { hue: 'attention', words: refusal.ofCode(r.code, {}) })
          }
        }
        again()
        toasts.good(plural(priced, { one: '# shipment has a price.', other: '# shipments have a price.' }))
      },
      chosen,
    )

  const lineOf = (id: string): Line => {
    const row = sheet.row(id)
    const name = sheet.text(id, 'carrier')
    const offer = row && offerOf(row, name)
    return {
      ShipmentId: id,
      Carrier: offer?.carrier ?? name,
      PriceSheetId: offer?.id ?? '',
      PriceMinor: offer?.totalMinor ?? 0,
      ShipOn: sheet.text(id, 'shipOn'),
      PickupByFromTime: sheet.text(id, 'from'),
      PickupByToTime: sheet.text(id, 'to'),
      ...(offer && { SelectedServices: row?.rating?.services ?? [] }), // without a price they stay as they are
    }
  }

  const schedule = () =>
    run(
      'schedule',
      async () => {
        let done = 0
        let failed = 0
        const fine = chosen.filter((s) => {
          const fault = [...sheet.faultsOf(s.id).values()][0]
          if (fault) marks.set(s.id, { hue: 'stopped', words: fault })
          return !fault
        })
        const parts: string[][] = []
        for (let n = 0; n < fine.length; n += 20) parts.push(fine.slice(n, n + 20).map((s) => s.id))
        forget()
        try {
          await each(parts, 1, async (part) => {
            for (const id of part) marks.set(id, { hue: 'waiting', words: msg`being scheduled` })
            unsent.keep({ user, going: part, left: parts.slice(parts.indexOf(part) + 1).flat() })
            const got = (await submit('Shipment/BulkSchedule', { Shipments: part.map(lineOf), Ask: asks })) as ShipmentBulkStatus[] // as declared
            for (const s of got) {
              if (s.status === 'success') {
                done++
                sheet.forget([s.shipmentId])
                marks.set(s.shipmentId, { hue: 'good', words: msg`scheduled` })
              } else {
                failed++
                marks.set(s.shipmentId, { hue: 'stopped', words: refusal.ofCode(s.message, s.params ?? {}) })
              }
            }
          })
          unsent.over()
        } catch (err) {
          unsent.over(true)
          for (const s of fine) marks.set(s.id, undefined) // the server is asked what became of them
          look()
          throw err
        }
        failed += chosen.length - fine.length
        setTicked((now) => new Set([...now].filter((id) => !fine.some((s) => s.id === id)))) // what was refused is said in its row
        if (failed > 0)
          toasts.warn(
            plural(failed, {
              one: '# shipment was not scheduled; its row says why.',
              other: '# shipments were not scheduled; their rows say why.',
            }),
          )
        if (done > 0) toasts.good(plural(done, { one: '# shipment was scheduled.', other: '# shipments were scheduled.' }))
      },
      chosen,
    )

  const save = () =>
    run('save', () =>
      savePickups(
        sheet,
        good.map((p) => p.id),
      ),
    )

  /** The window goes into what has none of its own; typed ones stay. */
  const fill = () => {
    const into = ticked.size > 0 ? chosen : (shipments ?? [])
    keepDraft(keptWindow, window)
    sheet.put(
      into.flatMap(({ id }) => [
        ...(window.on ? [{ id, key: 'shipOn', text: window.on }] : []),
        ...(sheet.text(id, 'from') === '' ? [{ id, key: 'from', text: window.from }] : []),
        ...(sheet.text(id, 'to') === '' ? [{ id, key: 'to', text: window.to }] : []),
      ]),
    )
  }

  const back = () =>
    run(
      'back',
      async () => {
        const list: Shipment[] = chosen
        const said = (await openForm(backForm(list.length), {})) as { Reason?: string } | undefined // as the form gives it
        if (!said?.Reason) return
        await each(list, 4, async (s) => {
          try {
            await submit('Shipment/ArchiveShipment', { ShipmentId: s.id, Reason: said.Reason })
          } catch (err) {
            marks.set(s.id, { hue: 'stopped', words: refusal.whole(err) })
          }
        })
        setTicked(new Set())
      },
      chosen,
    )

  const rated = (shipments ?? []).flatMap((s) => sheet.row(s.id) ?? [])
  const unrated = rated.filter((r) => !r.rating && !sheet.text(r.shipment.id, 'carrier')).map((r) => r.shipment.id)
  const unpriced = rated.filter((r) => r.rating && !r.rating.chosen && !sheet.text(r.shipment.id, 'carrier')).map((r) => r.shipment.id)
  const aside = movesFrom('Q').filter((m) => m.op === byStatus && (m.action === 'defer' || m.action === 'save'))
  return (
    <>
      <div className={`${css.bar} no-print`}>
        <Labelled label={t`Pickup date`}>
          {(id) => (
            <PlainInput id={id} type="date" value={window.on} onChange={(e) => setWindow({ ...window, on: e.currentTarget.value })} />
          )}
        </Labelled>
        <Labelled label={t`Window from`}>
          {(id) => (
            <PlainInput id={id} type="time" value={window.from} onChange={(e) => setWindow({ ...window, from: e.currentTarget.value })} />
          )}
        </Labelled>
        <Labelled label={t`Window until`}>
          {(id) => (
            <PlainInput id={id} type="time" value={window.to} onChange={(e) => setWindow({ ...window, to: e.currentTarget.value })} />
          )}
        </Labelled>
        <PlainButton onClick={fill}>{ticked.size > 0 ? <Trans>Fill selected</Trans> : <Trans>Fill empty</Trans>}</PlainButton>
      </div>
      <Sum
        all={plural((shipments ?? []).length, { one: '# shipment', other: '# shipments' })}
        some={[
          { words: plural(unrated.length, { one: '# is not rated', other: '# are not rated' }), rows: unrated },
          { words: plural(unpriced.length, { one: '# has no price', other: '# have no price' }), rows: unpriced },
        ]}
        pick={(rows) => sheet.pick(rows)}
      />
      <EditGrid
        sheet={sheet}
        label={t`Shipments to rate and schedule`}
        ticked={ticked}
        onTick={setTicked}
        mark={marks.of}
        empty={msg`Nothing waits for a carrier. Shipments that are built without one come here.`}
      >
        <PlainButton disabled={good.length === 0 || busy !== undefined} onClick={() => void save()}>
          {pickups.length === 0 ? <Trans>Save</Trans> : <Plural value={good.length} one="Save # pickup" other="Save # pickups" />}
        </PlainButton>
      </EditGrid>
      {chosen.length > 0 && (
        <section className={`${css.selection} no-print`} aria-label={t`Selected shipments`}>
          <strong>
            <Plural value={chosen.length} one="# shipment selected" other="# shipments selected" />
          </strong>
          <PlainButton disabled={busy !== undefined} onClick={() => void rate()}>
            {busy === 'rate' ? <Trans>Rating…</Trans> : <Trans>Rate</Trans>}
          </PlainButton>
          <PlainButton filled disabled={busy !== undefined} onClick={() => void schedule()}>
            {busy === 'schedule' ? <Trans>Scheduling…</Trans> : <Trans>Schedule</Trans>}
          </PlainButton>
          <label>
            <input type="checkbox" checked={asks} disabled={busy !== undefined} onChange={(e) => setAsking(e.currentTarget.checked)} />
            <Trans>Ask the carriers to confirm, by mail</Trans>
          </label>
          {aside.map((m) => (
            <PlainButton
              key={m.action}
              disabled={busy !== undefined}
              onClick={() =>
                void run(
                  m.action,
                  async () => {
                    const made = await moveAll(chosen, m)
                    if (made) offerUndo(msg`The shipments have been moved.`, made.undo)
                  },
                  chosen,
                )
              }
            >
              {words(moveWords(m))}
            </PlainButton>
          ))}
          <PlainButton disabled={busy !== undefined} onClick={() => void back()}>
            <Trans>Back to orders</Trans>
          </PlainButton>
          <PlainButton onClick={() => setTicked(new Set())}>
            <Trans>Clear selection</Trans>
          </PlainButton>
        </section>
      )}
    </>
  )
}
