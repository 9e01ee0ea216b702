import { isNewCarrier } from '@/kit/rule/rule'

/** How a carrier's code is shown: the one that stands for a carrier that is not there yet asks for it, any other is itself. */
export const carrierName = (code: string, addNew: string) => (isNewCarrier(code) ? addNew : code)
