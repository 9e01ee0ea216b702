import { msg } from '@lingui/core/macro'
import type { Words } from '../words/words'

/** What a field is called wherever it stands, by its name on the wire. A field that means something else there says so beside itself. */
const labels = {
  Carrier: msg`Carrier`,
  City: msg`City`,
  Code: msg`Code`,
  Contact: msg`Contact`,
  Country: msg`Country`,
  Customer: msg`Customer`,
  Description: msg`Description`,
  Disabled: msg`No longer used`,
  Email: msg`E-mail`,
  Hours: msg`Hours`,
  Kind: msg`Kind`,
  Mode: msg`Mode`,
  Name: msg`Name`,
  Note: msg`Note`,
  Phone: msg`Phone`,
  State: msg`State`,
  Street: msg`Street`,
  Street2: msg`Street, second line`,
  Warehouse: msg`Warehouse`,
  Zip: msg`ZIP`,
} satisfies Record<string, Words>

/** The names that the dictionary has. */
export type Labelled = keyof typeof labels

/** A field's label; its own name where the dictionary has none, which the types let nobody rely on. */
export const labelOf = (name: string): Words => (labels as Record<string, Words>)[name] ?? name
