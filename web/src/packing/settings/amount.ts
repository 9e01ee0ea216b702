import { msg } from '@lingui/core/macro'
import type { Words } from '@/kit/words/words'

const plain = (v: string) => v.trim().replace(',', '.')

/** What is wrong with an amount that was typed; with a comma or a point, as people write it. */
export const amount = (v: string | undefined): Words | undefined =>
  v?.trim() && !/^\d{1,5}(\.\d{1,2})?$/.test(plain(v)) ? msg`Write an amount such as 0.62.` : undefined

export const cents = (v: string | undefined) => Math.round(Number(plain(v ?? '') || 0) * 100)
