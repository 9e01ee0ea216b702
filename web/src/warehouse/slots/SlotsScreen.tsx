import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseSlot } from '@sync/gen/api'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { weekday } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { Screen } from '@/kit/layout/Screen'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { useRows } from '@/kit/remote/useRows'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { type Direction, directions, planForm } from './plans'
import css from './Slots.module.css'
import { weekdays, weekOf } from './week'

export interface SlotsSearch {
  warehouse?: string
  direction?: Direction
}

/** The times of the week that a warehouse gives out, by direction. */
export function SlotsScreen({ search, onSearch }: { search: SlotsSearch; onSearch: (search: SlotsSearch) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const may = useCan('manage-warehouses')
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const direction = search.direction ?? 'outbound'
  const doors = useRows(async (db) => (await db.warehouse_site.get(site?.id ?? ''))?.doors ?? [], [site?.id]) ?? []
  const plans = useCall('WarehousesSlots/getWarehouseSlotConfig', undefined)
  const plan = plans.data?.find((p) => p.WarehouseId === site?.id && p.Direction === direction)
  const got = useCall(
    'WarehousesSlots/getWarehouseSlots',
    { WarehouseId: site?.id ?? '', Direction: direction },
    { enabled: plan !== undefined },
  )
  // What was pressed is shown at once, until the server has said what stands.
  const [pressed, setPressed] = useState<{ upon: unknown; as: ReadonlyMap<string, boolean> }>({ upon: undefined, as: new Map() })
  const shown = pressed.upon === got.data ? pressed.as : new Map<string, boolean>()
  const lines = weekOf(plan ? (got.data ?? []).map((s) => ({ ...s, IsEnabled: shown.get(s.DaySlotId) ?? s.IsEnabled })) : [])
  // 2024-01-01 was a Monday.
  const name = (i: number) => weekday(`2024-01-0${i + 1}T12:00:00Z`, locale, 'UTC')
  const set = async (slots: readonly (WarehouseSlot | undefined)[], enabled: boolean) => {
    const ids = slots.flatMap((s) => (s && s.IsEnabled !== enabled ? [s.DaySlotId] : []))
    if (ids.length === 0) return
    setPressed({ upon: got.data, as: new Map([...shown, ...ids.map((id) => [id, enabled] as const)]) })
    const done = await act(() => submit('WarehousesSlots/EnableMultipleSlot', { DaySlotIds: ids, IsEnabled: enabled }))
    if (done && ids.length > 1) toasts.good(msg`Successfully enabled or disabled multiple slots`)
    if (!done) setPressed({ upon: undefined, as: new Map() })
  }
  const make = async (SlotConfigId: string) => {
    if (await act(() => submit('WarehousesSlots/createWarehouseSlots', { SlotConfigId })))
      toasts.good(msg`Warehouse slots have been generated successfully`)
  }
  const all = (slots: readonly (WarehouseSlot | undefined)[]) => slots.every((s) => !s || s.IsEnabled)
  const edit = () => {
    if (site) void openForm(planForm(doors), plan ?? { WarehouseId: site.id, Direction: direction, SlotMinutes: 60, PerDoor: 1, Doors: [] })
  }
  return (
    <Screen
      title={t`Slots`}
      below={
        plan ? (
          <Trans>
            {plan.SlotMinutes} minutes · {plan.PerDoor} per door · doors: {plan.Doors.length > 0 ? plan.Doors.join(', ') : t`all`}
          </Trans>
        ) : undefined
      }
      actions={
        <>
          <WarehouseChoice one sites={sites} value={site?.id ?? ''} onChoose={(warehouse) => onSearch({ ...search, warehouse })} />
          <PlainSelect
            aria-label={t`Direction`}
            value={direction}
            onChange={(e) => onSearch({ ...search, direction: e.currentTarget.value as Direction /* one of the options */ })}
          >
            {Object.entries(directions).map(([value, label]) => (
              <option key={value} value={value}>
                {words(label)}
              </option>
            ))}
          </PlainSelect>
          {may && site && plans.data && (
            <Button variant={plan ? 'default' : 'filled'} onClick={edit}>
              {plan ? t`Change the plan` : t`Set up slots`}
            </Button>
          )}
          {may && plan && (
            <Button variant={lines.length === 0 ? 'filled' : 'default'} onClick={() => void make(plan.SlotConfigId)}>
              <Trans>Generate slots</Trans>
            </Button>
          )}
        </>
      }
    >
      <Pending called={plan ? got : plans} offline={t`Slots are read from the server. There is no connection.`}>
        {lines.length === 0 ? (
          <p className={css.none}>
            {plan ? (
              <Trans>No slots yet. They are made from the plan and the warehouse's hours.</Trans>
            ) : (
              <Trans>No slots are given out in this direction: trucks come without an appointment.</Trans>
            )}
          </p>
        ) : (
          <div className={css.wide}>
            <table className={css.week}>
              <caption className={css.hidden}>
                <Trans>Slots of a week</Trans>
              </caption>
              <thead>
                <tr>
                  <td />
                  {weekdays.map((day, i) => {
                    const column = lines.map((l) => l.days[i])
                    return (
                      <th key={day} scope="col">
                        {may && column.some(Boolean) ? (
                          <PlainButton
                            onClick={() => void set(column, !all(column))}
                            aria-label={all(column) ? t`Turn off ${name(i)}` : t`Turn on ${name(i)}`}
                          >
                            {name(i)}
                          </PlainButton>
                        ) : (
                          name(i)
                        )}
                      </th>
                    )
                  })}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ start, days }) => (
                  <tr key={start}>
                    <th scope="row">{timeOfDay(start)}</th>
                    {days.map((slot, i) => (
                      <td key={weekdays[i]}>
                        {slot && (
                          <label className={css.slot} data-off={!slot.IsEnabled || undefined}>
                            <input
                              type="checkbox"
                              checked={slot.IsEnabled}
                              disabled={!may}
                              aria-label={`${name(i)} ${timeOfDay(start)}`}
                              onChange={(e) => void set([slot], e.currentTarget.checked)}
                            />
                            <span aria-hidden>{slot.IsEnabled ? t`On` : t`Off`}</span>
                          </label>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Pending>
    </Screen>
  )
}
