import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import type { Order, Shipment } from '@sync/gen/tables'
import { useEffect, useMemo, useState } from 'react'
import { readDraft } from '@/kit/form/draft'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import type { GridColumn } from '@/kit/grid/column'
import { EditGrid } from '@/kit/grid/EditGrid'
import type { Draft } from '@/kit/grid/sheet'
import { useSheet } from '@/kit/grid/useSheet'
import { offerUndo } from '@/kit/list/undo'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { toasts } from '@/kit/toast/toast'
import { useWords, type Words } from '@/kit/words/words'
import { apart } from '@/shipment/public'
import { billTo, blankLine, type Line, orderOf, type Payer, usual, withBillTo } from './lines'
import css from './Multiple.module.css'
import { receive } from './receive'
import { Sum } from './Sum'
import { linesIn, saveOrder, unsaved } from './save'
import { settled } from './settled'
import { groupsOf, standing, withFellows } from './together'
import { each, useMarks } from './useMarks'
import { useRun } from './useRun'
import { useLines, useWaitingOrders } from './useSetItems'

interface Props {
  /** Makes the columns of a template out of all that there are. */
  columns?: (every: readonly GridColumn<Line>[]) => GridColumn<Line>[]
  /** Unsaved work is kept under this name. */
  draft: string
  /** Shipments were built and rated; so many others were refused. */
  onBuilt: (shipments: string[], refused: number) => void
}

/** Freight that a third party pays, of whom nobody has said who: it cannot be built before. */
const lacksPayer = (o: Order) => o.terms === 'T' && !o.billTo?.name

const together = 'Shipment/ConsolidateandDeconsolidateOrders'

const idsOf = (orders: readonly Order[]) => orders.map((o) => o.id)

/** Joins or splits orders. Gives what has them go together as they did before: each group again, and nobody else, whole or not at all, unless somebody else has joined or split them since. */
const regroup = async (before: readonly Order[], chosen: readonly Order[], flag: 'consolidate' | 'deconsolidate') => {
  const answer = (await submit(together, { OrderIds: idsOf(chosen), Flag: flag })) as Order[] // as the call is declared
  const back = { OrderIds: idsOf(before), Flag: 'deconsolidate', Groups: groupsOf(before).map(idsOf), Seen: standing(before, answer) }
  return async () => void (await submit(together, back))
}

const ofUsual = (every: readonly GridColumn<Line>[]) => usual.flatMap((key) => every.find((c) => c.key === key) ?? [])

/** Orders that are not shipments yet, line by line: typed, pasted, filled, saved, joined, built. */
export function SetItems({ columns = ofUsual, draft, onBuilt }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const mayLoad = useCan('load')
  const marks = useMarks('order_open', 'OrderId')
  const { busy, run } = useRun(marks, useState<string>())
  const orders = useWaitingOrders(busy !== undefined)
  const { every, lines, items } = useLines(orders, words)
  const [payer, setPayer] = useState<Payer | undefined>(() =>
    (readDraft<Draft>(draft)?.values.edits ?? []).some(([, key]) => key in billTo) ? 'beside' : undefined,
  )
  const shown = useMemo(() => (payer ? withBillTo(columns(every), every, payer) : columns(every)), [columns, every, payer])
  const sheet = useSheet<Line>({
    columns: shown,
    rows: lines,
    id: (l) => l.id,
    group: (l) => l.order.id,
    blank: blankLine,
    newId: () => `new:${crypto.randomUUID()}`,
    draft,
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const byId = useMemo(() => new Map((orders ?? []).map((o) => [o.id, o])), [orders])

  const chosen = useMemo(() => {
    const ids = new Set([...ticked].map((row) => sheet.row(row)?.order.id ?? orderOf(row)))
    return [...ids].flatMap((id) => byId.get(id) ?? [])
  }, [ticked, byId, sheet])
  // Who is billed is asked only where a third party pays. Once it is asked it stays: columns that come and go under the hands are worse.
  const set = sheet.touched.some((id) => sheet.text(id, 'terms') === 'T') || chosen.some(lacksPayer)
  const came = (orders ?? []).some((o) => o.terms === 'T')
  useEffect(() => setPayer((now) => (set ? 'beside' : (now ?? (came ? 'end' : undefined)))), [set, came])
  const work = unsaved(sheet)
  const good = work.filter((w) => w.good)
  const known = { items, every }

  const saveAll = async (ids: readonly string[]) => {
    // All at once: the outbox writes them together, and the grid is drawn anew a few times, not once for each.
    const lines = linesIn(sheet)
    const typed = sheet.typed()
    sheet.forget((await Promise.all(ids.map((id) => saveOrder(sheet, id, known, { lines })))).flat(), typed)
  }
  const save = () =>
    run('save', async () => {
      const bad = work.length - good.length
      await saveAll(good.map((w) => w.order))
      toasts.good(
        bad > 0
          ? plural(bad, { one: 'Saved. # order with mistakes stays as a draft.', other: 'Saved. # orders with mistakes stay as a draft.' })
          : msg`Saved.`,
      )
    })

  const keep = () =>
    run('keep', async () => {
      for (const o of chosen) {
        const typed = sheet.typed()
        if (o.state === 'pending') sheet.forget(await saveOrder(sheet, o.id, known, { unfinished: true }), typed)
      }
      toasts.good(msg`Kept as it is. The orders still wait for their items.`)
    })

  const revert = () =>
    run('revert', async () => {
      const open = chosen.filter((o) => o.state === 'open')
      for (const o of open) await submit('Shipment/RevertSetItems', { OrderId: o.id })
      offerUndo(
        plural(open.length, { one: '# order waits for its items again.', other: '# orders wait for their items again.' }),
        async () => {
          for (const o of open) await submit('Shipment/SaveItemDetails', { OrderId: o.id, Items: o.items })
        },
      )
    })

  /** The dock has the goods: the order is open with the items that it has. */
  const arrived = () =>
    run('arrived', async () => {
      const done = await receive(chosen, (o, err) => {
        marks.set(o.id, { hue: 'stopped', words: refusal.whole(err) })
        refusal.tell(err)
      })
      if (done > 0) toasts.good(plural(done, { one: '# order is open.', other: '# orders are open.' }))
    })

  const join = () =>
    run('join', async () => {
      const no = apart(chosen)
      if (no) return void toasts.warn(refusal.ofCode(no.code, { first: no.first, second: no.second }))
      const before = withFellows(orders ?? [], chosen)
      const back = await regroup(before, chosen, 'consolidate')
      offerUndo(
        // What went with one of them already comes along.
        plural(before.length, { one: '# order goes together.', other: '# orders go together and are built as one shipment.' }),
        () => run('join', back),
      )
    })

  const split = () =>
    run('split', async () => {
      const joined = chosen.filter((o) => o.together)
      const before = withFellows(orders ?? [], joined)
      const back = await regroup(before, joined, 'deconsolidate')
      offerUndo(msg`Orders split.`, () => run('split', back))
    })

  /** Builds every chosen order, what was consolidated as one, and rates what was built. Each row says how it went. */
  const build = () =>
    run(
      'build',
      async () => {
        const mark = (list: readonly Order[], hue: 'waiting' | 'stopped', said: Words) => {
          for (const o of list) marks.set(o.id, { hue, words: said })
        }
        const want = new Set(chosen.map((o) => o.id))
        await saveAll(good.filter((w) => want.has(w.order)).map((w) => w.order))
        const unsavedNow = new Set(unsaved(sheet).map((w) => w.order))
        const sent = await settled('order_open', 'OrderId', [...want])
        const groups = new Map<string, Order[]>()
        for (const o of orders ?? [])
          if (want.has(o.id) || (o.together && chosen.some((c) => c.together === o.together))) {
            const key = o.together || o.id
            groups.set(key, [...(groups.get(key) ?? []), o])
          }
        const made: string[] = []
        await each([...groups.values()], 4, async (group) => {
          if (group.some((o) => unsavedNow.has(o.id))) return mark(group, 'stopped', msg`has mistakes that are not saved`)
          if (group.some((o) => sent.get(o.id) === 'waiting')) return mark(group, 'stopped', msg`waits for a connection`)
          if (group.some((o) => sent.get(o.id) === 'refused')) return
          mark(group, 'waiting', msg`being built`)
          try {
            const s = (await submit('Shipment/BuildShipment', { OrderIds: group.map((o) => o.id) })) as Shipment // as the call is declared
            made.push(s.id)
          } catch (err) {
            mark(group, 'stopped', refusal.whole(err))
          }
        })
        setTicked(new Set())
        if (made.length === 0) return void toasts.warn(msg`Nothing was built; the rows say why.`)
        for (let n = 0; n < made.length; n += 50) {
          const req: Ops['Shipment/RateShipments']['req'] = { ShipmentIds: made.slice(n, n + 50), Defaults: true }
          await submit('Shipment/RateShipments', req)
        }
        onBuilt(made, groups.size - made.length)
      },
      chosen,
    )

  const counts = sheet.counts
  const linesOf = (wanted: (o: Order) => boolean) => (orders ?? []).filter(wanted).map((o) => `${o.id}:0`)
  const pending = linesOf((o) => o.state === 'pending')
  const unbilled = linesOf((o) => o.state !== 'pending' && lacksPayer(o))
  return (
    <>
      <Sum
        all={
          counts.shown < counts.all
            ? t`${count(counts.shown, locale)} of ${count(counts.all, locale)} orders`
            : plural((orders ?? []).length, { one: '# order', other: '# orders' })
        }
        some={[
          { words: plural(pending.length, { one: '# waits for its items', other: '# wait for their items' }), rows: pending },
          { words: plural(unbilled.length, { one: '# does not say who is billed', other: '# do not say who is billed' }), rows: unbilled },
        ]}
        pick={(rows) => sheet.pick(rows)}
      />
      <EditGrid
        sheet={sheet}
        label={t`Orders`}
        ticked={ticked}
        onTick={setTicked}
        mark={(row) => {
          const o = sheet.row(row)?.order
          if (!o) return undefined
          const said = marks.of(o.id)
          if (said) return said
          if (o.state === 'pending') return { hue: 'attention', words: msg`items to set` }
          if (lacksPayer(o) && sheet.text(row, 'terms') === 'T' && sheet.text(`${o.id}:0`, 'billName') === '')
            return { hue: 'attention', words: msg`who is billed?` }
          const group = o.together ? (orders ?? []).filter((x) => x.together === o.together).length : 0
          return group > 1 ? { hue: 'waiting', words: plural(group, { one: '# together', other: '# together' }) } : undefined
        }}
        grows
        empty={msg`No orders wait. They appear here when an order file is uploaded or a system sends them.`}
      >
        <PlainButton filled disabled={good.length === 0 || busy !== undefined} onClick={() => void save()}>
          {work.length === 0 ? <Trans>Save</Trans> : <Plural value={good.length} one="Save # order" other="Save # orders" />}
        </PlainButton>
      </EditGrid>
      {chosen.length > 0 && (
        <section className={`${css.selection} no-print`} aria-label={t`Selected orders`}>
          <strong>
            <Plural value={chosen.length} one="# order selected" other="# orders selected" />
          </strong>
          <PlainButton filled disabled={busy !== undefined} onClick={() => void build()}>
            {busy === 'build' ? <Trans>Building…</Trans> : <Trans>Build and rate</Trans>}
          </PlainButton>
          <PlainButton disabled={chosen.length < 2 || busy !== undefined} onClick={() => void join()}>
            <Trans>Consolidate</Trans>
          </PlainButton>
          <PlainButton disabled={!chosen.some((o) => o.together) || busy !== undefined} onClick={() => void split()}>
            <Trans>Split</Trans>
          </PlainButton>
          <PlainButton disabled={!chosen.some((o) => o.state === 'open') || busy !== undefined} onClick={() => void revert()}>
            <Trans>Edit items</Trans>
          </PlainButton>
          <PlainButton disabled={!chosen.some((o) => o.state === 'pending') || busy !== undefined} onClick={() => void keep()}>
            <Trans>Keep unfinished</Trans>
          </PlainButton>
          {mayLoad && (
            <PlainButton disabled={!chosen.some((o) => o.state === 'pending') || busy !== undefined} onClick={() => void arrived()}>
              <Trans>Goods received</Trans>
            </PlainButton>
          )}
          <PlainButton onClick={() => setTicked(new Set())}>
            <Trans>Clear selection</Trans>
          </PlainButton>
        </section>
      )}
    </>
  )
}
