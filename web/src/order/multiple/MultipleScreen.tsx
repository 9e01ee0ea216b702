import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import type { GridColumn } from '@/kit/grid/column'
import stageCss from '@/kit/stages/Stages.module.css'
import { useInSight } from '@/kit/stages/useInSight'
import { toasts } from '@/kit/toast/toast'
import { useWords } from '@/kit/words/words'
import { useCounts } from '@/shipment/public'
import type { Line } from './lines'
import css from './Multiple.module.css'
import { OnTheRoad } from './OnTheRoad'
import { RateRoute } from './RateRoute'
import { SetItems } from './SetItems'
import type { MultipleSearch, Stage } from './search'
import { stages } from './stage'

interface Props {
  search: MultipleSearch
  title: string
  columns?: (every: readonly GridColumn<Line>[]) => GridColumn<Line>[]
  /** Unsaved work of another page is kept by itself. */
  draft?: string
  children?: ReactNode
}

/** Many orders on their way through the office: set, rated, scheduled, followed. */
export function MultipleScreen({ search, title, columns, draft = 'multiple.items', children }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const counts = useCounts()
  const orders = useLiveQuery(() => local().order_open.count())
  const stage: Stage = search.stage ?? 'SetItems'
  const strip = useRef<HTMLElement>(null)
  useInSight(strip, stage, counts !== undefined && orders !== undefined)
  const [built, setBuilt] = useState<readonly string[]>([])
  const n = (of: (typeof stages)[number]) =>
    of.id === 'SetItems' ? orders : counts && of.of.reduce((sum, s) => sum + (counts.get(s) ?? 0), 0)
  return (
    <div className={css.screen}>
      <h1 className="sr-only">{title}</h1>
      <nav ref={strip} className={`${stageCss.tabs} no-print`} aria-label={t`Stages`}>
        {stages.map((s) => (
          <Link
            key={s.id}
            to="."
            search={(now: MultipleSearch) => ({ ...now, stage: s.id === 'SetItems' ? undefined : s.id })}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words(s.label)} {n(s) !== undefined && <span className={stageCss.n}>{count(n(s) ?? 0, locale)}</span>}
          </Link>
        ))}
      </nav>
      {stage === 'SetItems' && (
        <>
          {children}
          <SetItems
            key={search.template ?? ''}
            {...(columns ? { columns } : {})}
            draft={draft}
            onBuilt={(ids, refused) => {
              setBuilt(ids)
              const on = () => void navigate({ to: '.', search: { ...search, stage: 'RateRoute' } })
              const said = plural(ids.length, { one: '# shipment was built and rated.', other: '# shipments were built and rated.' })
              // Where some were refused, their rows are to be read first.
              if (refused === 0) {
                on()
                toasts.good(said)
              } else {
                const not = plural(refused, { one: '# was not; its row says why.', other: '# were not; their rows say why.' })
                toasts.warn(said, { of: words(not), action: { label: msg`To Rate & Route`, run: on } })
              }
            }}
          />
        </>
      )}
      {stage === 'RateRoute' && <RateRoute chosen={built} />}
      {stage === 'Schedule' && (
        <OnTheRoad
          key="T"
          of={scheduled}
          movable
          label={t`Scheduled shipments`}
          empty={msg`Nothing is scheduled. Shipments come here with a carrier.`}
        />
      )}
      {stage === 'Enroute' && <OnTheRoad key="A" of={road} label={t`Shipments on the road`} empty={msg`Nothing is on the road.`} />}
      {stage === 'Delivered' && (
        <OnTheRoad
          key="D"
          of={delivered}
          label={t`Delivered shipments`}
          empty={msg`Nothing has been delivered lately. Older shipments are in the history.`}
        />
      )}
    </div>
  )
}

const scheduled = ['T', 'M'] as const
const road = ['A'] as const
const delivered = ['D'] as const
