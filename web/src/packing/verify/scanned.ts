import type { PackingBox } from '@sync/gen/tables'
import { bareOf, parseLabel } from '@/kit/scan/label'

type Content = PackingBox['contents'][number]

const separators = new RegExp(`^${String.fromCharCode(0x1d)}+|${String.fromCharCode(0x1d)}+$`, 'g')

/** The bare code in what a scanner read: a trade item's number where the label has one, capital letters otherwise. The twin of Scanned in server/packing. */
export function scanned(text: string): string {
  const { elements, error } = parseLabel(text)
  const item = error ? undefined : elements.find((e) => e.ai === '01' || e.ai === '02')
  return trade(item ? item.value : bareOf(text).replace(separators, '').trim().toUpperCase())
}

/** A trade item's number without the zeros in front: GTIN-14, EAN-13 and UPC-A write the same one in three lengths. */
const trade = (code: string) => (/^\d{12,14}$/.test(code) ? code.replace(/^0+/, '') : code)

/** Whether a content is what a bare code names; the twin of Names. An item without a code goes by its description. */
export const names = (c: Pick<Content, 'code' | 'description' | 'barcodes'>, bare: string) =>
  bare !== '' &&
  (trade((c.code || c.description).trim().toUpperCase()) === bare || c.barcodes.some((b) => trade(b.trim().toUpperCase()) === bare))
