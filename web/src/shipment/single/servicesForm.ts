import { msg } from '@lingui/core/macro'
import type { RatingSaveServicesReq, RatingServicesResp, ShipmentServicesReq } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { submit } from '@/kit/remote/submit'
import { queries } from '@/kit/remote/useCall'
import { numberOf } from '../move/latest'
import { ServicesChoice } from './choices'

/** What is asked of the carrier of a shipment that none has yet. */
export const servicesForm = defineForm<ShipmentServicesReq, Shipment>('Shipment/UpdateServices', {
  title: msg`Change the services`,
  intro: msg`The rates were for the services before. Get rates again.`,
  fields: { Services: { label: msg`Services`, input: ServicesChoice } },
  submit: msg`Change`,
  done: msg`Service(s) updated successfully`,
  of: numberOf,
  subject: (initial) => initial.ShipmentId ?? '',
  toRequest: ({ ShipmentId = '', Services = [] }) => ({ ShipmentId, Services }),
})

/** What every new single order begins with. */
export const defaultsForm = defineForm<RatingSaveServicesReq, RatingServicesResp>('Shipment/UpdateDefaultServices', {
  title: msg`Default services`,
  intro: msg`Each new prepaid or collect order of the organization starts with these. Anyone can remove them there.`,
  fields: { Services: { label: msg`Services`, input: ServicesChoice } },
  submit: msg`Save`,
  done: msg`Service(s) updated successfully`,
  toRequest: ({ Services = [] }) => ({ Services }),
  run: async (request, key) => {
    const answer = (await submit('Shipment/UpdateDefaultServices', request, { key })) as RatingServicesResp // as the call is declared
    await queries.invalidateQueries({ queryKey: ['Shipment/GetTlxTmsServices'] })
    return answer
  },
})
