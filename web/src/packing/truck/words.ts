import { msg } from '@lingui/core/macro'
import type { Words } from '@/kit/words/words'

export const trailers: Record<string, Words> = {
  'van-53': msg`53 ft dry van`,
  'van-48': msg`48 ft dry van`,
  'reefer-53': msg`53 ft reefer`,
}

/** What is wrong with a load. */
export const wrong: Record<string, Words> = {
  long: msg`Does not fit: the trailer is full`,
  high: msg`Too high under the roof`,
  wide: msg`No room beside the other pallet`,
  weight: msg`Over the trailer's payload`,
  blocked: msg`Blocked by a pallet of a later stop`,
  unstable: msg`Cannot stand on the pallet below`,
  hazmat: msg`Hazardous goods that must not ride together (49 CFR 177.848)`,
  separate: msg`Hazardous goods that need freight between them (49 CFR 177.848)`,
  temperature: msg`Beside freight of another temperature`,
  reefer: msg`Needs a reefer`,
  steer: msg`Steer axle over its limit`,
  drive: msg`Drive axles over their limit`,
  tandem: msg`Trailer tandem over its limit`,
  gross: msg`Over the gross limit`,
}
