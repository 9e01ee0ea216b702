import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { choiceOf } from '@/kit/form/inputs'

/** The carriers that may be rated, by name. */
export const useCarriers = () =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray()).filter((c) => !c.disabled).map((c) => ({ value: c.id, label: c.name })),
  )

export const CarrierChoice = choiceOf(useCarriers)
