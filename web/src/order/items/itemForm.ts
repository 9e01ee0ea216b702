import { msg } from '@lingui/core/macro'
import type { OrderItemReq } from '@sync/gen/api'
import type { OrderCatalogueItem } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { choice, measureIn, Text, Toggle } from '@/kit/form/inputs'
import { weightUnit } from '@/kit/format/units'
import { classes } from '@/kit/rule/classes'
import { isNmfc } from '@/kit/rule/rule'
import { packages } from '../multiple/lines'
import { NmfcField } from './NmfcField'

/** What is typed of an item: the request, with its hazard as fields of their own. */
export interface ItemTyped extends OrderItemReq {
  /** In the list that everybody has. */
  Common: boolean
  UN: string
  ProperName: string
  HazardClass: string
  PackingGroup: string
  EmergencyPhone: string
}

const lengths = ['in', 'ft', 'cm', 'm']
const size = measureIn(lengths)
const hazardous = (all: Partial<ItemTyped>) => Boolean(all.UN)

/** An item of the item master, as one piece of it is. */
export const itemForm = defineForm<ItemTyped>('Shipment/TlxTmsExtraInfoDetails', {
  title: msg`Item`,
  intro: msg`Weight and size are of one piece. An order's line is filled with them.`,
  wide: true,
  fields: {
    ItemCode: { label: msg`Item code`, input: Text, required: true, row: 1 },
    Customer: { label: msg`Customer`, input: Text, hint: msg`Empty for every customer's orders`, row: 1 },
    Description: { label: msg`Description`, input: Text, required: true },
    PackageType: { label: msg`Package`, input: choice(packages.map(({ value }) => ({ value, label: value }))), row: 2 },
    ItemClass: { label: msg`Class`, input: choice(classes.map((value) => ({ value, label: value }))), row: 2 },
    NMFCCode: {
      label: msg`NMFC`,
      input: NmfcField,
      row: 2,
      check: (v) => (v && !isNmfc(v.trim()) ? msg`${v} is not an NMFC item number, such as 149980-02.` : undefined),
    },
    Weight: { label: msg`Weight`, input: measureIn(['lb', 'kg', 'mt']), row: 3 },
    Length: { label: msg`Length`, input: size, row: 3 },
    Width: { label: msg`Width`, input: size, row: 4 },
    Height: { label: msg`Height`, input: size, row: 4 },
    Stackableitemflag: { label: msg`Stackable`, input: Toggle },
    UN: { label: msg`UN number`, input: Text, hint: msg`Only of dangerous goods` },
    ProperName: { label: msg`Proper shipping name`, input: Text, when: hazardous, required: true },
    HazardClass: { label: msg`Hazard class`, input: Text, when: hazardous, required: true, row: 5 },
    PackingGroup: { label: msg`Packing group`, input: Text, when: hazardous, row: 5 },
    EmergencyPhone: { label: msg`Emergency phone`, input: Text, when: hazardous, required: true, row: 5 },
    Common: { label: msg`Everybody may use it`, input: Toggle, when: (all) => !all.ItemId },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  of: (typed) => typed.ItemCode,
  subject: (initial) => initial.ItemId ?? '',
  toRequest: (typed): OrderItemReq => ({
    flag: typed.ItemId ? 'update' : typed.Common ? 'addToCommon' : 'add',
    ItemId: typed.ItemId ?? '',
    ItemCode: typed.ItemCode ?? '',
    Customer: typed.Customer ?? '',
    Description: typed.Description ?? '',
    PackageType: typed.PackageType ?? 'CTN',
    ItemClass: typed.ItemClass ?? '',
    NMFCCode: typed.NMFCCode ?? '',
    Weight: typed.Weight ?? { milli: 0, unit: weightUnit() },
    Length: typed.Length ?? { milli: 0, unit: 'in' },
    Width: typed.Width ?? { milli: 0, unit: 'in' },
    Height: typed.Height ?? { milli: 0, unit: 'in' },
    Stackableitemflag: typed.Stackableitemflag ?? false,
    HazmatDetails: typed.UN
      ? {
          un: typed.UN,
          properName: typed.ProperName ?? '',
          class: typed.HazardClass ?? '',
          packingGroup: typed.PackingGroup ?? '',
          emergencyPhone: typed.EmergencyPhone ?? '',
        }
      : null,
  }),
})

export const itemStart = (it: OrderCatalogueItem): Partial<ItemTyped> => ({
  ItemId: it.id,
  ItemCode: it.code,
  Customer: it.customer,
  Description: it.description,
  PackageType: it.packageType,
  ItemClass: it.class,
  NMFCCode: it.nmfc,
  Weight: it.weight,
  Length: it.length,
  Width: it.width,
  Height: it.height,
  Stackableitemflag: it.stackable,
  ...(it.hazmat
    ? {
        UN: it.hazmat.un,
        ProperName: it.hazmat.properName,
        HazardClass: it.hazmat.class,
        PackingGroup: it.hazmat.packingGroup ?? '',
        EmergencyPhone: it.hazmat.emergencyPhone ?? '',
      }
    : {}),
})
