import { msg } from '@lingui/core/macro'
import type { TrackingContainerReq, TrackingUnit } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { oneOf } from '@/kit/form/inputs'
import { PlaceInput } from '../PlaceInput'

const sizes: Record<string, string> = {
  '20FT': '20 ft',
  '40FT': '40 ft',
  '40HC': '40 ft HC',
  '45HC': '45 ft HC',
  '20RF': '20 ft reefer',
  '40RF': '40 ft reefer',
  '20OT': '20 ft open top',
  '20FR': '20 ft flat rack',
}

/** A container of a shipment, added or changed. */
export const containerForm = defineForm<TrackingContainerReq, TrackingUnit>('Tracking/SaveContainer', {
  title: msg`Container`,
  fields: {
    Shipment: { label: msg`Shipment, BOL or PRO` },
    ContainerNumber: { label: msg`Container number`, hint: msg`As ABCU1234567`, row: 1 },
    Size: { label: msg`Container type`, input: oneOf(sizes), row: 1 },
    Line: { label: msg`Ocean carrier SCAC`, row: 2 },
    Seal: { label: msg`Seal`, row: 2 },
    MasterBill: { label: msg`Master bill of lading`, row: 3 },
    Booking: { label: msg`Booking number`, row: 3 },
    Origin: { label: msg`Port of loading`, input: PlaceInput, row: 4 },
    Port: { label: msg`Port of discharge`, input: PlaceInput, row: 4 },
    FinalDestination: { label: msg`Inland destination`, input: PlaceInput },
  },
  of: (c) => c.ContainerNumber,
  subject: (c) => c.ContainerId || (c.Shipment ?? ''),
})
