import type { OrderCatalogueItem } from '@sync/gen/tables'
import { rules } from '@/kit/rule/rule'
import type { Line } from './load'

type Item = Omit<OrderCatalogueItem, 'id' | 'owner' | 'changedAt' | 'changedBy'>

/** The item that a code means: everybody's before one customer's, whose order this may not be. */
export function itemOf<T extends Pick<Item, 'code' | 'customer'>>(items: readonly T[], code: string): T | undefined {
  const low = code.trim().toLowerCase()
  const same = low === '' ? [] : items.filter((it) => it.code.toLowerCase() === low)
  return same.find((it) => it.customer === '') ?? same[0]
}

const blank = (m: { milli: number } | undefined) => !m?.milli

/** What the item master says of a line in which somebody wrote a code: what was typed stays. Its weight is that of one piece. */
export function fromItem(it: Item, line: Line): Partial<Line> {
  const out: Partial<Line> = {}
  if (line.Description.trim() === '') out.Description = it.description
  if (it.class && line.itemClass === rules.defaultClass) out.itemClass = it.class
  if (it.nmfc && !line.NMFCCode) Object.assign(out, { NMFCCode: it.nmfc, isNmfcValid: true })
  if (it.packageType && line.packageType === rules.defaultPackage) out.packageType = it.packageType
  if (it.weight.milli > 0 && blank(line.Weight)) Object.assign(out, { Weight: it.weight, WeightEach: true })
  if (it.length.milli > 0 && blank(line.Length) && blank(line.Width) && blank(line.Height))
    Object.assign(out, { Length: it.length, Width: it.width, Height: it.height })
  if (it.stackable) out.Stackableitemflag = true
  if (it.hazmat && !line.HazmatDetails) out.HazmatDetails = it.hazmat
  return out
}
