import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { later, laterWords } from '@/kit/later/later'
import { PlainButton, PlainInput, PlainSelect } from '@/kit/plain/Plain'
import { useSyncView } from '@/kit/remote/user'
import { useWaiting } from '@/kit/remote/waiting'
import { WarehouseChoice } from '@/kit/report/Sites'
import { useWords } from '@/kit/words/words'
import { CarrierPicture } from '../carrier/picture'
import type { Load } from '../load/load'
import { loadStates } from '../load/words'
import { ScanBox } from '../scan/ScanBox'
import { type Told, useScanner } from '../scan/useScanner'
import css from './Board.module.css'
import { LoadCard } from './LoadCard'
import type { BoardSearch, BoardState } from './search'
import { type BoardView, useBoard } from './useBoard'

interface BoardScreenProps {
  search: BoardSearch
  onSearch: (search: BoardSearch) => void
}

const Refusal = later(() => import('../scan/Refusal').then((m) => m.Refusal))
const NumbersAhead = later(() => import('../numbers/NumbersAhead').then((m) => m.NumbersAhead))

const few = 24
const chips: BoardState[] = ['waiting', 'arrived', 'loading', 'loaded', 'signed', 'void']

/** The dock at a glance. A scan from here goes where the label belongs: it counts the pallet and opens its load. */
export function BoardScreen({ search, onSearch }: BoardScreenProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const board = useBoard(search)
  const unsent = useWaiting('dock_shipment')
  const [refused, setRefused] = useState<Told>()
  const take = useScanner(undefined, (told) => {
    if (told.kind === 'load' || told.kind === 'again')
      void navigate({ to: '/eSignBOL/load/$id', params: { id: told.load.id }, search: { last: told.code } })
    else if (told.kind === 'bill') void navigate({ to: '/eSignBOL/load/$id', params: { id: told.load.id } })
    else setRefused(told)
  })
  const set = (change: Partial<BoardSearch>) => onSearch({ ...search, more: undefined, ...change })

  return (
    <div className={css.screen}>
      <NumbersAhead />
      <div className={css.top}>
        <h1 className={css.title}>{board?.site?.name ?? <Trans>Dock</Trans>}</h1>
        <ScanBox label={t`Scan or type any label`} onTyped={(text) => take(text, true)} />
        <PlainButton onClick={() => void addOrder(board)} disabled={!board?.site}>
          <Icon name="plus" />
          <Trans>Add an order</Trans>
        </PlainButton>
      </div>
      {refused && <Refusal told={refused} onClose={() => setRefused(undefined)} onTaught={take} />}
      <Filters board={board} search={search} set={set} />
      {board && board.carriers.length > 1 && <Carriers board={board} chosen={search.carrier} onChoose={(carrier) => set({ carrier })} />}
      {board && <Sections board={board} search={search} unsent={unsent} onMore={() => onSearch({ ...search, more: true })} />}
    </div>
  )
}

/** The carriers of the day with their pictures: one tap shows what is theirs. A phone has the list above instead. */
function Carriers({
  board,
  chosen,
  onChoose,
}: {
  board: BoardView
  chosen: string | undefined
  onChoose: (scac: string | undefined) => void
}) {
  const { t } = useLingui()
  return (
    <fieldset className={css.carriers} aria-label={t`Carriers`}>
      {board.carriers.map((c) => (
        <button
          key={c.id}
          type="button"
          className={css.chip}
          aria-pressed={chosen === c.id}
          onClick={() => onChoose(chosen === c.id ? undefined : c.id)}
        >
          <CarrierPicture name={c.name} img={board.pictures.get(c.id)} size={40} />
          <span>{c.name}</span> <b>{c.loads}</b>
        </button>
      ))}
    </fieldset>
  )
}

const formOf = () => Promise.all([import('@/kit/form/FormDialog'), import('../order/orderForm'), laterWords()])

/** The form is fetched when it is asked for: the board is the first thing that a tablet shows. */
async function addOrder(board: BoardView | undefined) {
  if (!board?.site) return
  const [{ openForm }, { orderForm }] = await formOf()
  await openForm(orderForm, { WHSE: board.site.id, ShipOn: board.today })
}

interface FiltersProps {
  board: BoardView | undefined
  search: BoardSearch
  set: (change: Partial<BoardSearch>) => void
}

function Filters({ board, search, set }: FiltersProps) {
  const { t } = useLingui()
  const words = useWords()
  const narrowed = search.carrier || search.on || search.state
  return (
    <div className={css.filters}>
      <fieldset className={css.chips}>
        <legend className="sr-only">
          <Trans>State</Trans>
        </legend>
        {chips
          .filter((s) => (board?.counts[s] ?? 0) > 0 || search.state === s)
          .map((s) => (
            <button
              key={s}
              type="button"
              className={css.chip}
              data-hue={loadStates[s].hue}
              aria-pressed={search.state === s}
              onClick={() => set({ state: search.state === s ? undefined : s })}
            >
              {words(loadStates[s].label)} <b>{board?.counts[s]}</b>
            </button>
          ))}
      </fieldset>
      <WarehouseChoice one sites={board?.sites ?? []} value={board?.site?.id ?? ''} onChoose={(warehouse) => set({ warehouse })} />
      <PlainSelect
        className={css.pick}
        aria-label={t`Carrier`}
        value={search.carrier ?? ''}
        onChange={(e) => set({ carrier: e.currentTarget.value || undefined })}
      >
        <option value="">{t`All carriers`}</option>
        {board?.carriers.map((c) => (
          <option key={c.id} value={c.id}>
            {c.name}
          </option>
        ))}
      </PlainSelect>
      <PlainInput
        aria-label={t`Ship day`}
        type="date"
        value={search.on ?? board?.today ?? ''}
        onChange={(e) => set({ on: e.currentTarget.value && e.currentTarget.value !== board?.today ? e.currentTarget.value : undefined })}
      />
      {narrowed && (
        <PlainButton onClick={() => set({ carrier: undefined, on: undefined, state: undefined })}>
          <Trans>Show all</Trans>
        </PlainButton>
      )}
    </div>
  )
}

interface SectionsProps {
  board: BoardView
  search: BoardSearch
  unsent: ReadonlySet<string>
  onMore: () => void
}

function Sections({ board, search, unsent, onMore }: SectionsProps) {
  const locale = useLocale()
  const next = search.more || search.state === 'waiting' ? board.next : board.next.slice(0, few)
  const hidden = board.next.length - next.length
  if (board.here.length + board.next.length + board.signed.length + board.void.length === 0)
    return <Empty narrowed={Boolean(search.carrier || search.on || search.state)} unscanned={board.unscanned} />
  const section = (title: ReactNode, loads: Load[], all = loads.length, tail?: ReactNode) =>
    loads.length > 0 && (
      <section>
        <h2 className={css.section}>
          {title} <span>{all}</span>
        </h2>
        <ul className={css.cards}>
          {loads.map((load) => (
            <LoadCard
              key={load.id}
              load={load}
              zone={board.site?.zone}
              notes={board.notes.get(load.id)}
              unsent={unsent.has(load.id)}
              picture={board.pictures.get(load.carrier)}
            />
          ))}
        </ul>
        {tail}
      </section>
    )
  return (
    <>
      {section(<Trans>At the doors</Trans>, board.here)}
      {section(
        search.on ? day(search.on, locale) : <Trans>Next</Trans>,
        next,
        board.next.length,
        hidden > 0 && (
          <PlainButton className={css.more} onClick={onMore}>
            <Icon name="down" />
            <Plural value={hidden} one="Show # more" other="Show # more" />
          </PlainButton>
        ),
      )}
      {board.unscanned > 0 && (
        <p className={css.unscanned} role="note">
          <Plural
            value={board.unscanned}
            one="# load without a scan is not shown; this warehouse wants it so. A scan opens it."
            other="# loads without a scan are not shown; this warehouse wants it so. A scan opens them."
          />
        </p>
      )}
      {section(<Trans>Signed</Trans>, board.signed)}
      {section(<Trans>Void: do not load, take back what is loaded</Trans>, board.void)}
    </>
  )
}

function Empty({ narrowed, unscanned }: { narrowed: boolean; unscanned: number }) {
  const { loading, contact } = useSyncView()
  return (
    <div className={css.empty} role="status">
      <strong>
        {loading.length > 0 ? (
          <Trans>The dock's loads are on their way to this tablet…</Trans>
        ) : narrowed ? (
          <Trans>No load here fits these filters.</Trans>
        ) : unscanned > 0 ? (
          <Trans>Nothing has been scanned yet.</Trans>
        ) : (
          <Trans>No loads for today.</Trans>
        )}
      </strong>
      <p>
        {contact === 'offline' ? (
          <Trans>There is no connection. Loads that were booked meanwhile appear as soon as there is one.</Trans>
        ) : (
          <Trans>Loads appear here as pickups are scheduled.</Trans>
        )}
      </p>
    </div>
  )
}
