import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { WarehouseTrailerEventShown, WarehouseYardEvents } from '@sync/gen/api'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { contents, events, priorities } from './words'
import css from './Yard.module.css'
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
  const { act } = useAct()
  const [reading, setReading] = useState(false)
  const [number, setNumber] = useState('')
  const [asked, setAsked] = useState('')
  const request = { WarehouseId: warehouse, ...(trailer ? { TrailerId: trailer } : {}), ...(asked ? { Number: asked } : {}) }
  const got = useCall('Yard/History', request, { enabled: warehouse !== '' })
  // What is older than the first answer is asked for page by page; another yard, trailer or first answer begins anew.
  const [older, setOlder] = useState<{ of: WarehouseYardEvents; events: WarehouseTrailerEventShown[]; more: boolean }>()
  const first = got.data
  const back = older && older.of === first ? older : undefined
  const rows = first && [...first.events, ...(back?.events ?? [])]
  const more = back ? back.more : first?.more === true
  const further = async () => {
    if (!first) return
    const page = await call('Yard/History', { ...request, Before: rows?.at(-1)?.EventId ?? '' })
    setOlder({ of: first, events: [...(back?.events ?? []), ...page.events], more: page.more })
  }
  const spec = useMemo<ListSpec<WarehouseTrailerEventShown>>(() => {
    const details = ({ Kind, Data: d }: WarehouseTrailerEventShown) => {
      const to = d.door === true ? t`Door ${said(d.to)}` : said(d.to)
      const reading = d.reading as { milli: number; unit: string } | undefined // as the server keeps it
      const setPoint = d.setPoint as typeof reading
      const inside = contents[d.contents as Trailer['contents']]
      return [
        (Kind === 'moved' || Kind === 'moved-before') && `${said(d.from) || t`unknown`} → ${said(d.to) || t`unknown`}`,
        Kind === 'asked' && `→ ${to} · ${words(priorities[d.priority as keyof typeof priorities]?.label ?? said(d.priority))}`,
        Kind === 'cancelled' && `→ ${to} · ${said(d.reason)}`,
        said(d.number),
        said(d.carrier),
        setPoint?.unit && t`set ${measure(setPoint, locale)}`,
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
        { key: 'more', label: msg`Details`, width: 320, value: details },
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
      <ListScreen spec={spec} rows={rows}>
        {children}
        {!trailer && (
          <form
            className={css.find}
            onSubmit={(e) => {
              e.preventDefault()
              setAsked(number.trim())
            }}
          >
            <TextInput
              aria-label={t`Trailer number`}
              placeholder={t`Trailer number`}
              maxLength={20}
              autoComplete="off"
              value={number}
              onChange={(e) => {
                setNumber(e.currentTarget.value)
                if (e.currentTarget.value === '') setAsked('')
              }}
            />
            <PlainButton type="submit">
              <Trans>Show this trailer</Trans>
            </PlainButton>
          </form>
        )}
        {more && (
          <PlainButton
            disabled={reading}
            onClick={() => {
              setReading(true)
              void act(further).finally(() => setReading(false))
            }}
          >
            <Trans>Load earlier events</Trans>
          </PlainButton>
        )}
      </ListScreen>
    </Pending>
  )
}
