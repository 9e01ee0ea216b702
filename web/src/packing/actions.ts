import { msg } from '@lingui/core/macro'
import type { Action } from '@/kit/remote/remote'

const text = (v: unknown) => (typeof v === 'string' ? v : '')

/** How the operations of this area are told where one of them needs a person again. */
export const actions: Record<string, Action> = {
  'Packing/Scan': {
    did: ({ Code, Count }) => (Number(Count) < 0 ? msg`You took ${text(Code)} out again.` : msg`You packed ${text(Code)}.`),
  },
  'Packing/CloseBox': { did: () => msg`You closed a carton, a pallet or a unit.` },
  'Packing/OpenBox': { did: () => msg`You opened a carton, a pallet or a unit again.` },
}
