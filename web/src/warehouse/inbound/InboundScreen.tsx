import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseComing } from '@sync/gen/api'
import { useCallback, useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { dayIn, plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { day as dayText } from '@/kit/format/time'
import { Screen } from '@/kit/layout/Screen'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainInput, PlainSelect } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { useSites } from '@/kit/report/Sites'
import { useWords } from '@/kit/words/words'
import { appointmentForm } from '../scheduler/appointmentForm'
import { useOffer } from '../scheduler/useOffer'
import { HourBoard } from './HourBoard'
import css from './Inbound.module.css'
import { inboundList } from './inboundList'
import type { InboundSearch } from './search'
import { inboundStates } from './states'

interface InboundProps {
  search: InboundSearch
  onSearch: (search: InboundSearch) => void
  onGate: () => void
}

const noRows: WarehouseComing[] = []
const noDoors: string[] = []

/** Page 26: what comes to a warehouse on a day, by time and door: expected, late, here, done; today also what is overdue. */
export function InboundScreen({ search, onSearch, onGate }: InboundProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const may = useCan('book-appointments')
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const on = search.day ?? dayIn(site?.zone, Date.now())
  const got = useCall(
    'Warehouse/InboundDay',
    { WarehouseId: site?.id ?? '', SlotDate: on },
    { enabled: site !== undefined, everyMs: () => 30_000 },
  )
  const shown = got.data
  const all = shown?.rows ?? noRows
  const rows = search.state ? all.filter((r) => r.state === search.state) : all
  const set = (change: Partial<InboundSearch>) => onSearch({ ...search, ...change })
  const offer = useOffer(site?.id, shown?.doors ?? noDoors)
  const book = useCallback(
    (r: WarehouseComing) =>
      void openForm(appointmentForm(offer('inbound'), r.shipment, msg`Book an appointment`), {
        WarehouseId: site?.id ?? '',
        Direction: 'inbound',
        SlotDate: on,
        StartTime: '',
        ShipmentId: r.shipmentId,
      }),
    [offer, site?.id, on],
  )
  const state = useCallback(
    (r: WarehouseComing, State: string) =>
      act(() => submit('WarehousesSlots/MoveAppointment', { AppointmentId: r.appointmentId, State, Rev: r.rev })),
    [act],
  )
  const endVisit = useCallback((r: WarehouseComing) => act(() => submit('Warehouse/EndVisit', { VisitId: r.visitId })), [act])
  const spec = useMemo(
    () => inboundList(words, locale, on, may ? { book, state, endVisit } : undefined),
    [words, locale, on, may, book, state, endVisit],
  )
  return (
    <Screen
      title={t`Inbound shipments`}
      below={shown && t`${dayText(on, locale)} · times on the clock of ${shown.zone.replaceAll('_', ' ')}`}
      actions={
        <>
          {sites.length > 1 && (
            <PlainSelect aria-label={t`Warehouse`} value={site?.id ?? ''} onChange={(e) => set({ warehouse: e.currentTarget.value })}>
              {sites.map((s) => (
                <option key={s.id} value={s.id}>
                  {s.id} · {s.name}
                </option>
              ))}
            </PlainSelect>
          )}
          <PlainButton onClick={() => set({ day: plusDays(on, -1) })} aria-label={t`Day before`}>
            ‹
          </PlainButton>
          <PlainInput
            type="date"
            aria-label={t`Day`}
            value={on}
            onChange={(e) => e.currentTarget.value && set({ day: e.currentTarget.value })}
          />
          <PlainButton onClick={() => set({ day: plusDays(on, 1) })} aria-label={t`Day after`}>
            ›
          </PlainButton>
          <PlainButton
            aria-pressed={search.as === 'board'}
            onClick={() =>
              onSearch(
                { ...search, as: search.as === 'board' ? undefined : 'board' } as InboundSearch /* an undefined member is left out */,
              )
            }
          >
            <Trans>By hour and door</Trans>
          </PlainButton>
          {may && (
            <PlainButton onClick={onGate}>
              <Trans>Gate</Trans>
            </PlainButton>
          )}
        </>
      }
    >
      <Pending called={got} offline={t`Appointments are read from the server. There is no connection.`}>
        <div className={css.counts}>
          {(Object.keys(inboundStates) as WarehouseComing['state'][]) // the keys of the record
            .map((s) => ({ s, n: all.filter((r) => r.state === s).length }))
            .filter(({ s, n }) => n > 0 || (s !== 'no-show' && s !== 'late' && s !== 'overdue'))
            .map(({ s, n }) => (
              <PlainButton
                key={s}
                aria-pressed={search.state === s}
                onClick={() =>
                  onSearch({ ...search, state: search.state === s ? undefined : s } as InboundSearch /* left out where undefined */)
                }
              >
                {words(inboundStates[s].label)} {n}
              </PlainButton>
            ))}
        </div>
        {search.as === 'board' ? <HourBoard on={on} doors={shown?.doors ?? []} rows={rows} /> : <ListScreen spec={spec} rows={rows} />}
      </Pending>
    </Screen>
  )
}
