import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Facts, Part } from '@/kit/detail/DetailScreen'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { useCall } from '@/kit/remote/useCall'

/** What a vendor booked of a shipment that goes by sea or air: route, sailing, cut-offs, containers and tariff codes. Nothing where it was not booked by a vendor. */
export function BookingPart({ shipment }: { shipment: string }) {
  const { i18n } = useLingui()
  const b = useCall('Vendor/GetBooking', { ShipmentId: shipment }).data?.booking
  if (!b) return null
  const of = (...parts: string[]) => parts.filter(Boolean).join(' · ')
  /** By the clock of the port of loading, as it was entered. */
  const at = (text: string) => (text ? `${day(text.slice(0, 10), i18n.locale)} ${text.slice(11)}` : '')
  const containers = new Map<string, string[]>()
  for (const c of b.containers) containers.set(c.Size, [...(containers.get(c.Size) ?? []), c.ContainerNumber ?? ''])
  const local = of(b.originName, b.originZone)
  return (
    <Part title={msg`International booking`}>
      <Facts
        facts={[
          { label: msg`Mode`, value: b.mode },
          { label: msg`Incoterm`, value: `${b.incoterm} ${b.place}` },
          { label: msg`Ports`, value: `${b.originName} → ${b.portName}` },
          { label: msg`Departure`, value: of(day(b.departsOn, i18n.locale), b.vessel, b.voyage, b.carrier) },
          { label: msg`Arrival`, value: day(b.arrivesOn, i18n.locale) },
          { label: msg`Booking and bill`, value: of(b.booking, b.masterBill) },
          b.cargoCutOff !== '' && { label: msg`Cargo cut-off`, value: of(at(b.cargoCutOff), local) },
          b.documentCutOff !== '' && { label: msg`Document cut-off`, value: of(at(b.documentCutOff), local) },
          b.vgmCutOff !== '' && { label: msg`VGM cut-off`, value: of(at(b.vgmCutOff), local) },
          b.volumeMilli > 0 && { label: msg`Volume (m³)`, value: count(b.volumeMilli / 1000, i18n.locale) },
          {
            label: msg`Containers`,
            value: [...containers]
              .map(([size, numbers]) => of(`${numbers.length} × ${size}`, numbers.filter(Boolean).join(', ')))
              .join('; '),
          },
          { label: msg`HTS codes`, value: b.lines.map((l) => `${l.purchase} ${l.line}: ${l.hts}`).join('; ') },
        ]}
      />
    </Part>
  )
}
