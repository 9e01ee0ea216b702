import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Part } from '@/kit/detail/DetailScreen'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { windowOf } from '@/kit/format/window'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { clockOf, minutesOf } from './day'
import { states } from './states'

/** The appointment that a load has at its warehouse; nothing where it has none. */
export function Appointed({ shipment }: { shipment: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const may = useCan('see-appointments')
  const [at] = useCall('WarehousesSlots/GetCurrentSlot', { ShipmentId: shipment }, { enabled: may }).data ?? []
  if (!may || !at) return null
  return (
    <Part title={msg`Appointment`}>
      <p>
        <PageLink to={{ page: 'DockScheduler', search: { warehouse: at.WarehouseId, day: at.SlotDate } }}>{at.AppointmentNumber}</PageLink>{' '}
        {day(at.SlotDate, locale)}, {windowOf(at.StartTime, clockOf(minutesOf(at.StartTime) + at.Minutes))} ·{' '}
        {at.Door ? t`Door ${at.Door}` : t`No door yet`}{' '}
        {at.State !== 'booked' && <StatusBadge hue={states[at.State]?.hue ?? 'quiet'} label={states[at.State]?.label ?? at.State} />}
      </p>
    </Part>
  )
}
