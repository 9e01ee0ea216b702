import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import type { Picking } from './PickPlace'
import type { Yard } from './useYard'
import { contents } from './words'
import { daysHere, daysOver, type Trailer, tooWarm } from './yard'

/** The yard as a table: the same trailers as the map has, and those that no spot has. */
export function useTrailersList(
  yard: Yard | undefined,
  may: boolean,
  onPick: (picking: Picking) => void,
  onOpen: (trailer: Trailer) => void,
): ListSpec<Trailer> {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  return useMemo<ListSpec<Trailer>>(() => {
    const zone = yard?.site?.zone
    const now = yard?.now ?? 0
    const placed = (x: Pick<Trailer, 'rowId' | 'spot' | 'door'>) => {
      const s = yard?.spotOf(x)
      return s ? (s.kind === 'doors' ? t`Door ${s.name}` : s.name) : ''
    }
    return {
      name: 'yard',
      title: msg`Trailers`,
      entity: 'warehouse_trailer',
      columns: [
        { key: 'number', label: msg`Trailer`, as: 'identifier', width: 130 },
        { key: 'place', label: msg`Place`, width: 110, phone: true, value: placed },
        { key: 'carrierName', label: msg`Carrier`, width: 180, phone: true },
        {
          key: 'contents',
          label: msg`Contents`,
          width: 185,
          phone: true,
          value: (x) => words(contents[x.contents].label),
          cell: (x) => <StatusBadge {...contents[x.contents]} />,
        },
        { key: 'seal', label: msg`Seal`, as: 'identifier', width: 110 },
        {
          key: 'days',
          label: msg`Days here`,
          as: 'number',
          width: 100,
          phone: true,
          value: (x) => daysHere(x, zone, now),
        },
        {
          key: 'over',
          label: msg`Days over`,
          as: 'number',
          width: 110,
          phone: true,
          value: (x) => daysOver(x, zone, now) || '',
        },
        { key: 'dropped', label: msg`Drop`, width: 80, value: (x) => (x.dropped ? t`yes` : '') },
        {
          key: 'temperature',
          label: msg`Temperature`,
          width: 170,
          value: (x) => (x.setPoint.unit ? [measure(x.reading, locale), measure(x.setPoint, locale)].filter(Boolean).join(' / ') : ''),
          cell: (x) =>
            x.setPoint.unit && (
              <>
                {x.reading.unit
                  ? t`${measure(x.reading, locale)}, set ${measure(x.setPoint, locale)}`
                  : t`set ${measure(x.setPoint, locale)}`}
                {tooWarm(x) && <StatusBadge hue="stopped" label={t`off`} />}
              </>
            ),
        },
        {
          key: 'move',
          label: msg`Move to`,
          width: 110,
          value: (x) => {
            const m = yard?.moves.find((one) => one.trailerId === x.id)
            return m ? placed(m) : ''
          },
        },
        { key: 'cameAt', label: msg`Came`, as: 'dateTime', width: 150, hidden: true },
        { key: 'note', label: msg`Note`, width: 200 },
      ],
      filters: ['contents', 'carrierName', 'dropped'],
      zone: () => zone,
      hue: (x) => (daysOver(x, zone, now) > 0 ? 'attention' : tooWarm(x) ? 'stopped' : undefined),
      actions: [
        { label: msg`Open`, icon: 'right', main: true, run: onOpen },
        ...(may
          ? [
              {
                label: msg`Request a move…`,
                when: (x: Trailer) => !yard?.moves.some((m) => m.trailerId === x.id),
                run: (trailer: Trailer) => onPick({ to: 'ask', trailer }),
              },
              { label: msg`Stands elsewhere…`, run: (trailer: Trailer) => onPick({ to: 'place', trailer }) },
            ]
          : []),
      ],
      empty: msg`No trailers in this yard. They come with check-in at the gate, or are entered here.`,
    }
  }, [yard, may, onPick, onOpen, t, words, locale])
}
