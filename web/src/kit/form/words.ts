import { msg } from '@lingui/core/macro'

export const requiredWords = msg`This field is required.`
export const saveWords = msg`Save`
export const savedWords = msg`Saved successfully`
/** Said at a field that two people changed. */
export const savedMeanwhile = (theirs: string) => msg`Saved meanwhile: ${theirs}`
