import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { Words } from '@/kit/words/words'

export const termsWords: Record<Shipment['terms'], Words> = { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` }
