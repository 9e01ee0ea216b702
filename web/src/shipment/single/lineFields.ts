import { msg } from '@lingui/core/macro'
import type { Words } from '@/kit/words/words'
import type { Kind, Line } from './load'

/** One cell of a line of goods. */
export interface LineField {
  name: keyof Line
  label: Words
  as: 'text' | 'count' | 'weight' | 'length' | 'class' | 'nmfc' | 'package' | 'money' | 'room' | 'flag'
  /** How wide the cell is, in em. */
  em: number
  max?: number
  required?: boolean
}

const description: LineField = { name: 'Description', label: msg`Description`, as: 'text', em: 16, max: 200, required: true }
const code: LineField = { name: 'ItemCode', label: msg`Item code`, as: 'text', em: 8, max: 40 }
const sides: LineField[] = [
  { name: 'Length', label: msg`Length`, as: 'length', em: 5 },
  { name: 'Width', label: msg`Width`, as: 'length', em: 5 },
  { name: 'Height', label: msg`Height`, as: 'length', em: 5 },
]
const freight: LineField[] = [
  description,
  code,
  { name: 'Qty', label: msg`Pieces`, as: 'count', em: 5, max: 1_000_000 },
  { name: 'packageType', label: msg`Package`, as: 'package', em: 8 },
  { name: 'Pallets', label: msg`Pallets`, as: 'count', em: 5, max: 120 },
  { name: 'Weight', label: msg`Weight`, as: 'weight', em: 11, required: true },
  { name: 'itemClass', label: msg`Class`, as: 'class', em: 6 },
  { name: 'NMFCCode', label: msg`NMFC`, as: 'nmfc', em: 7, max: 12 },
  ...sides,
  { name: 'CBM', label: msg`Cubic meters`, as: 'room', em: 7.5 },
  { name: 'linearFeet', label: msg`Linear feet`, as: 'room', em: 6.5 },
  { name: 'HTS', label: msg`HTS`, as: 'text', em: 8, max: 14 },
]
const parcel: LineField[] = [
  description,
  code,
  { name: 'Qty', label: msg`Packages`, as: 'count', em: 6, max: 1_000_000, required: true },
  { name: 'Weight', label: msg`Weight of one`, as: 'weight', em: 11, required: true },
  ...sides.map((s) => ({ ...s, required: true })),
  { name: 'declaredMinor', label: msg`Declared value, USD`, as: 'money', em: 9 },
]

/** What a line says on each page. */
export const lineFields: Record<Kind, LineField[]> = { prepaid: freight, collect: freight, parcel }
