import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@sync/gen/tables'
import { useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { EditGrid } from '@/kit/grid/EditGrid'
import { useSheet } from '@/kit/grid/useSheet'
import { offerUndo } from '@/kit/list/undo'
import { PlainButton } from '@/kit/plain/Plain'
import { toasts } from '@/kit/toast/toast'
import { useWords, type Words } from '@/kit/words/words'
import { byStatus, isLate, type Move, mayMake, moveAll, movesFrom, moveWords } from '@/shipment/public'
import css from './Multiple.module.css'
import { changedPickups, savePickups } from './pickup'
import { Sum } from './Sum'
import { type Row, roadColumns, rowOf } from './shipments'
import { useKeptMarks } from './useKeptMarks'
import { useMarks } from './useMarks'
import { useRun } from './useRun'
import { useOfStatus } from './useShipments'

type Status = Shipment['status']

interface Props {
  of: readonly Status[]
  label: string
  empty: Words
  /** The pickup is still to come. */
  movable?: boolean
}

const sameMove = (m: Move) => `${m.action} ${m.to}`

/** Shipments that have a carrier, on their way from the schedule to the consignee: the moves by hand for as many as are chosen. */
export function OnTheRoad({ of, label, empty, movable = false }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const running = useState<string>()
  const still = running[0] !== undefined
  const shipments = useOfStatus(of, still)
  const ids = useMemo(() => (movable ? (shipments ?? []).map((s) => s.id) : []), [shipments, movable])
  const marks = useMarks('shipment', 'ShipmentId', useKeptMarks(ids, still))
  const { busy, run } = useRun(marks, running)
  const rows = useMemo(() => shipments?.map((shipment) => rowOf(shipment)), [shipments])
  const tried = (shipments ?? []).some((s) => marks.of(s.id) !== undefined)
  const columns = useMemo(() => roadColumns(words, locale, { movable, tried }), [words, locale, movable, tried])
  const sheet = useSheet<Row>({ columns, rows, id: (r) => r.shipment.id, ...(movable ? { draft: 'multiple.schedule' } : {}) })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => (shipments ?? []).filter((s) => ticked.has(s.id)), [shipments, ticked])
  const pickups = changedPickups(sheet)
  const good = pickups.filter((p) => p.good)

  const those = (wanted: (s: Shipment) => boolean) => (shipments ?? []).filter(wanted).map((s) => s.id)
  const unconfirmed = those((s) => s.status === 'T')
  const late = those(isLate)

  // "Mark in transit" is one button, whether a shipment is scheduled or confirmed.
  const offered = new Map<string, Move[]>()
  for (const m of of.flatMap((s) => movesFrom(s)).filter((m) => m.op === byStatus))
    offered.set(sameMove(m), [...(offered.get(sameMove(m)) ?? []), m])

  const make = (moves: Move[]) =>
    run(
      'move',
      async () => {
        const back: (() => Promise<unknown> | unknown)[] = []
        let n = 0
        for (const m of moves) {
          const able = chosen.filter((s) => mayMake(s, m))
          if (able.length === 0) continue
          const made = await moveAll(able, m)
          if (made === false) return
          n += able.length
          if (made) back.push(made.undo)
        }
        setTicked(new Set())
        const said = plural(n, { one: '# shipment has been moved.', other: '# shipments have been moved.' })
        if (back.length > 0) offerUndo(said, () => Promise.all(back.map((b) => b())))
        else toasts.good(said)
      },
      chosen,
    )

  return (
    <>
      <Sum
        all={plural((shipments ?? []).length, { one: '# shipment', other: '# shipments' })}
        some={[
          { words: plural(unconfirmed.length, { one: '# is not confirmed', other: '# are not confirmed' }), rows: unconfirmed },
          { words: plural(late.length, { one: '# is late', other: '# are late' }), rows: late },
        ]}
        pick={(rows) => sheet.pick(rows)}
      />
      <EditGrid sheet={sheet} label={label} ticked={ticked} onTick={setTicked} mark={marks.of} empty={empty}>
        {movable && (
          <PlainButton
            disabled={good.length === 0}
            onClick={() =>
              void savePickups(
                sheet,
                good.map((p) => p.id),
              )
            }
          >
            {pickups.length === 0 ? <Trans>Save</Trans> : <Plural value={good.length} one="Save # pickup" other="Save # pickups" />}
          </PlainButton>
        )}
      </EditGrid>
      {chosen.length > 0 && (
        <section className={`${css.selection} no-print`} aria-label={t`Selected shipments`}>
          <strong>
            <Plural value={chosen.length} one="# shipment selected" other="# shipments selected" />
          </strong>
          {[...offered].map(([key, moves]) => {
            const able = chosen.filter((s) => moves.some((m) => mayMake(s, m))).length
            const name = moves[0] ? words(moveWords(moves[0])) : ''
            return (
              <PlainButton key={key} disabled={able === 0 || busy !== undefined} onClick={() => void make(moves)}>
                {able === chosen.length ? name : `${name} (${able})`}
              </PlainButton>
            )
          })}
          <PlainButton onClick={() => setTicked(new Set())}>
            <Trans>Clear selection</Trans>
          </PlainButton>
        </section>
      )}
    </>
  )
}
