import { msg } from '@lingui/core/macro'

export const requiredWords = msg`This field is needed.`
