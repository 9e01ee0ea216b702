import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { choiceOf } from '@/kit/form/inputs'

/** A carrier, found by its name or by its SCAC. Those that are switched off are not offered. */
export const CarrierChoice = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray())
      .filter((c) => !c.disabled)
      .map((c) => ({ value: c.id, label: `${c.name} · ${c.scac || c.id}` })),
  ),
)
