import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { WarehouseTrailerEventShown } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import { contents, events, priorities } from './words'
import type { Trailer } from './yard'

interface Props {
  warehouse: string
  zone: string | undefined
  /** Of one trailer alone. */
  trailer?: string
  children?: ReactNode
}

const said = (v: unknown) => (typeof v === 'string' ? v : '')

/** What happened in a yard, who did it and when, the last first. */
export function YardHistory({ warehouse, zone, trailer, children }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const got = useCall('Yard/History', { WarehouseId: warehouse, ...(trailer ? { TrailerId: trailer } : {}) }, { enabled: warehouse !== '' })
  const spec = useMemo<ListSpec<WarehouseTrailerEventShown>>(() => {
    const more = ({ Kind, Data: d }: WarehouseTrailerEventShown) => {
      const to = d.door === true ? t`Door ${said(d.to)}` : said(d.to)
      const reading = d.reading as { milli: number; unit: string } | undefined // as the server keeps it
      const inside = contents[d.contents as Trailer['contents']]
      return [
        (Kind === 'moved' || Kind === 'moved-before') && `${said(d.from) || t`unknown`} → ${said(d.to) || t`unknown`}`,
        Kind === 'asked' && `→ ${to} · ${words(priorities[d.priority as keyof typeof priorities]?.label ?? said(d.priority))}`,
        Kind === 'cancelled' && `→ ${to} · ${said(d.reason)}`,
        reading && measure(reading, locale),
        inside && words(inside.label),
        said(d.seal) && t`Seal ${said(d.seal)}`,
        said(d.note),
      ]
        .filter(Boolean)
        .join(' · ')
    }
    return {
      name: 'yard-history',
      title: msg`Yard history`,
      id: (e) => e.EventId,
      columns: [
        { key: 'At', label: msg`When`, as: 'dateTime', width: 160, phone: true },
        { key: 'Number', label: msg`Trailer`, as: 'identifier', width: 130, phone: true },
        { key: 'Kind', label: msg`What`, width: 180, phone: true, value: (e) => words(events[e.Kind] ?? e.Kind) },
        { key: 'more', label: msg`Details`, width: 320, value: more },
        { key: 'PlaceName', label: msg`Place then`, width: 110 },
        { key: 'ByName', label: msg`Who`, width: 150, phone: true },
        { key: 'CarrierName', label: msg`Carrier`, width: 160, hidden: true },
        { key: 'HeardAt', label: msg`Received`, as: 'dateTime', width: 160, hidden: true },
      ],
      filters: ['Kind', 'ByName'],
      zone: () => zone,
      empty: msg`Nothing yet. What happens to trailers is kept here.`,
    }
  }, [t, words, locale, zone])
  return (
    <Pending called={got} offline={t`The history is read from the server. There is no connection.`}>
      <ListScreen spec={spec} rows={got.data}>
        {children}
      </ListScreen>
    </Pending>
  )
}
