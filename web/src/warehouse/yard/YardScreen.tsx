import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useDrag } from '@/kit/drag/useDrag'
import { feedback } from '@/kit/feedback/feedback'
import { openForm } from '@/kit/form/FormDialog'
import { newId } from '@/kit/guest/newId'
import { Screen } from '@/kit/layout/Screen'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { useWaiting } from '@/kit/remote/waiting'
import { WarehouseChoice } from '@/kit/report/Sites'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { useWords } from '@/kit/words/words'
import { trailerForm } from './forms'
import { MovesList } from './MovesList'
import { inTheWay, type Picking, PickPlace } from './PickPlace'
import type { YardSearch } from './search'
import { dropTerms, yardRows } from './setUp'
import { TrailerCard } from './TrailerCard'
import { useTrailersList } from './trailersList'
import { useYard, type Yard } from './useYard'
import { filters } from './words'
import css from './Yard.module.css'
import { YardHistory } from './YardHistory'
import { YardMap } from './YardMap'
import { keyOf, matches, type Shows, shown, type Trailer } from './yard'

interface Props {
  search: YardSearch
  onSearch: (search: YardSearch) => void
}

/** A warehouse's yard: where each trailer stands, what is asked of the yard driver, and what happened. All but the history is on this device. */
export function YardScreen({ search, onSearch }: Props) {
  const { t } = useLingui()
  const may = useCan('move-trailers')
  const manages = useCan('manage-warehouses')
  const yard = useYard(search.warehouse)
  const unsent = useWaiting('warehouse_trailer')
  const unsentMoves = useWaiting('warehouse_yard_move')
  const [picking, setPicking] = useState<Picking>()
  const set = useCallback((change: Partial<YardSearch>) => onSearch({ ...search, ...change }), [search, onSearch])
  const open = useCallback(
    (x: Trailer) => set({ view: undefined, at: keyOf(x) || x.id } as YardSearch /* left out where undefined */),
    [set],
  )
  const list = useTrailersList(yard, may, setPicking, open)
  const found = useFound(yard, search)
  if (!yard) return <div aria-busy="true" />
  const view = search.view ?? 'map'
  const narrowed = found ? yard.trailers.filter((x) => found.has(x.id)) : yard.trailers
  const history = view === 'history' && search.at ? yard.trailers.find((x) => x.id === search.at) : undefined
  const controls = (
    <>
      <WarehouseChoice
        one
        sites={yard.sites}
        value={yard.site?.id ?? ''}
        onChoose={(warehouse) => onSearch({ ...(search.view ? { view: search.view } : {}), warehouse })}
      />
      {(view === 'map' || view === 'list') && <Narrow yard={yard} search={search} onSearch={onSearch} />}
      {history && (
        <PlainButton aria-pressed onClick={() => onSearch({ ...search, at: undefined } as YardSearch /* left out where undefined */)}>
          {history.number}
        </PlainButton>
      )}
      {may && view !== 'history' && (
        <>
          <PlainButton onClick={() => setPicking({ to: 'ask' })}>
            <Trans>Request a move…</Trans>
          </PlainButton>
          <PlainButton
            onClick={() =>
              void openForm(trailerForm(msg`New trailer`), {
                TrailerId: newId(),
                WarehouseId: yard.site?.id ?? '',
                Contents: 'unknown',
                Dropped: true,
              })
            }
          >
            <Trans>Enter a trailer…</Trans>
          </PlainButton>
        </>
      )}
    </>
  )
  return (
    <Staged
      above={
        <StageTabs
          label={t`Yard`}
          tabs={[
            { key: 'map', label: msg`Map`, n: undefined },
            { key: 'list', label: msg`Trailers`, n: yard.trailers.length },
            { key: 'moves', label: msg`Moves`, n: yard.moves.length },
            { key: 'history', label: msg`History`, n: undefined },
            ...(manages
              ? [
                  { key: 'rows' as const, label: msg`Rows`, n: undefined },
                  { key: 'terms' as const, label: msg`Free days`, n: undefined },
                ]
              : []),
          ]}
          at={view}
          go={(to) => onSearch({ ...(search.warehouse ? { warehouse: search.warehouse } : {}), ...(to === 'map' ? {} : { view: to }) })}
        />
      }
    >
      {view === 'rows' && manages ? (
        <ResourceScreen of={yardRows} />
      ) : view === 'terms' && manages ? (
        <ResourceScreen of={dropTerms} />
      ) : (
        <Within
          as={view === 'list' || view === 'history' ? 'list' : 'screen'}
          title={yard.site ? t`Yard · ${yard.site.name}` : t`Yard`}
          controls={controls}
        >
          {view === 'history' ? (
            <YardHistory warehouse={yard.site?.id ?? ''} zone={yard.site?.zone} {...(history ? { trailer: history.id } : {})}>
              {controls}
            </YardHistory>
          ) : view === 'moves' ? (
            <MovesList yard={yard} unsent={unsentMoves} onPick={setPicking} />
          ) : view === 'list' ? (
            <ListScreen spec={list} rows={narrowed}>
              {controls}
            </ListScreen>
          ) : (
            <OnMap
              yard={yard}
              found={found}
              at={search.at}
              unsent={unsent}
              onAt={(at) => set({ at })}
              onPick={setPicking}
              onHistory={(x) => onSearch({ ...(search.warehouse ? { warehouse: search.warehouse } : {}), view: 'history', at: x.id })}
            />
          )}
        </Within>
      )}
      {picking && <PickPlace yard={yard} picking={picking} onClose={() => setPicking(undefined)} />}
    </Staged>
  )
}

/** A list has a head of its own. */
function Within({ as, title, controls, children }: { as: 'list' | 'screen'; title: string; controls: ReactNode; children: ReactNode }) {
  return as === 'list' ? (
    children
  ) : (
    <Screen title={title} actions={controls}>
      {children}
    </Screen>
  )
}

/** Trailers that what is typed and filtered leaves; undefined where nothing is. */
function useFound(yard: Yard | undefined, { find = '', narrow }: YardSearch) {
  return useMemo(() => {
    if (!yard || (!find.trim() && !narrow)) return undefined
    const around = { zone: yard.site?.zone, now: yard.now, moves: yard.moves }
    return new Set(
      yard.trailers.filter((x) => matches(x, yard.spotOf(x)?.name ?? '', find) && (!narrow || shown(x, narrow, around))).map((x) => x.id),
    )
  }, [yard, find, narrow])
}

function Narrow({ yard, search, onSearch }: { yard: Yard } & Props) {
  const { t } = useLingui()
  const words = useWords()
  const around = { zone: yard.site?.zone, now: yard.now, moves: yard.moves }
  const set = (change: { find?: string | undefined; narrow?: Shows | undefined }) =>
    onSearch({ ...search, ...change } as YardSearch /* an undefined member is left out */)
  return (
    <>
      {search.view !== 'list' && (
        <PlainInput
          type="search"
          className={css.find}
          aria-label={t`Find`}
          placeholder={t`Trailer, carrier, seal, spot`}
          value={search.find ?? ''}
          onChange={(e) => set({ find: e.currentTarget.value || undefined })}
        />
      )}
      <fieldset className={css.filters} aria-label={t`Show`}>
        {(Object.keys(filters) as Shows[]) // the keys of the record
          .map((by) => ({ by, n: yard.trailers.filter((x) => shown(x, by, around)).length }))
          .filter(({ by, n }) => n > 0 || search.narrow === by)
          .map(({ by, n }) => (
            <PlainButton
              key={by}
              aria-pressed={search.narrow === by}
              onClick={() => set({ narrow: search.narrow === by ? undefined : by })}
            >
              {words(filters[by])} {n}
            </PlainButton>
          ))}
      </fieldset>
    </>
  )
}

interface OnMapProps {
  yard: Yard
  found: ReadonlySet<string> | undefined
  at: string | undefined
  unsent: ReadonlySet<string>
  onAt: (at: string) => void
  onPick: (picking: Picking) => void
  onHistory: (trailer: Trailer) => void
}

/** The map, with what was picked beside it, and the trailers that have no place on it. */
function OnMap({ yard, found, at, unsent, onAt, onPick, onHistory }: OnMapProps) {
  const { t } = useLingui()
  const may = useCan('move-trailers')
  const [said, setSaid] = useState('')
  const drag = useDrag((id, key) => {
    const held = yard.trailers.find((x) => x.id === id)
    const to = yard.map.spots.find((s) => s.key === key)
    if (!held || !to || to.trailer?.id === id) return
    const asked = yard.moves.some((m) => m.trailerId === id)
    const other = inTheWay(to, held, yard, !asked)
    setSaid(other ? t`${to.kind === 'doors' ? t`Door ${to.name}` : to.name} is taken: trailer ${other}.` : '')
    if (other) feedback('bad')
    else onPick({ to: asked ? 'place' : 'ask', trailer: held, at: to.name })
  })
  const held = drag.held ? yard.trailers.find((x) => x.id === drag.held) : undefined
  const spot = yard.map.spots.find((s) => s.key === at)
  const trailer = spot ? spot.trailer : yard.trailers.find((x) => x.id === at)
  const adrift = yard.trailers.filter((x) => !yard.spotOf(x))
  return (
    <>
      {adrift.length > 0 && (
        <section className={css.adrift} aria-label={t`No place`}>
          <h2>
            <Trans>No place</Trans> <span>{adrift.length}</span>
          </h2>
          {adrift.map((x) => (
            <PlainButton
              key={x.id}
              aria-pressed={x.id === at}
              data-dim={(found && !found.has(x.id)) || undefined}
              onClick={() => onAt(x.id)}
              {...(may && drag.grip(x.id))}
            >
              {x.number} <small>{x.carrierName}</small>
            </PlainButton>
          ))}
        </section>
      )}
      {said && (
        <p className={css.said} role="alert" data-bad>
          {said}
        </p>
      )}
      <div className={css.floor} data-dragging={held ? true : undefined}>
        {yard.map.spots.length === 0 ? (
          <p className={css.none}>
            <Trans>This yard has no spots yet. An administrator draws them under Yard, Rows.</Trans>
          </p>
        ) : (
          <YardMap yard={yard} found={found} picked={at} onPick={onAt} drag={may ? drag : undefined} />
        )}
        <aside className={css.side} aria-live="polite">
          {spot || trailer ? (
            <TrailerCard
              yard={yard}
              spot={spot ?? (trailer && yard.spotOf(trailer))}
              trailer={trailer}
              unsent={trailer !== undefined && unsent.has(trailer.id)}
              onPick={onPick}
              onHistory={onHistory}
            />
          ) : (
            <p className={css.none}>
              <Trans>Choose a spot or a trailer. E is empty, P partly loaded, L loaded; ! counts days over the free ones.</Trans>
            </p>
          )}
        </aside>
      </div>
      {held && (
        <div ref={drag.ghost} className={css.ghost} aria-hidden="true">
          {held.number}
        </div>
      )}
    </>
  )
}
