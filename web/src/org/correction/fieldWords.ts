import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { OrgHeader } from '@sync/gen/api'
import { useMemo } from 'react'
import { useWords, type Words } from '@/kit/words/words'

/** What groups of fields are headed by, by the first part of a path. */
const groups: Record<string, Words> = {
  Consignee: msg`Consignee`,
  Origin: msg`Origin`,
  Destination: msg`Destination`,
  Billto: msg`Bill-to`,
  Vendor: msg`Vendor`,
  References: msg`References`,
  OrderNotes: msg`Order notes on documents`,
}

/** What a field is called, by the last part of its path. */
const leaves: Record<string, Words> = {
  OrderNumber: msg`Order number`,
  Number: msg`Number`,
  BOL: msg`BOL number`,
  PRONumber: msg`PRO number`,
  Carrier: msg`Carrier (SCAC)`,
  Customer: msg`Customer`,
  PaymentType: msg`Freight terms`,
  ShipOn: msg`Ship date`,
  DueOn: msg`Due date`,
  PickupByFromTime: msg`Pickup from`,
  PickupByToTime: msg`Pickup to`,
  DeliveryWindow: msg`Deliver by`,
  SpecialInstruction: msg`Special instructions`,
  EmergencyPhone: msg`Emergency telephone`,
  emergencyPhone: msg`Emergency telephone`,
  Trailer: msg`Trailer`,
  Seal: msg`Seal`,
  name: msg`Name`,
  street: msg`Street`,
  street2: msg`Street, second line`,
  city: msg`City`,
  state: msg`State`,
  zip: msg`ZIP`,
  country: msg`Country`,
  contact: msg`Contact`,
  phone: msg`Phone`,
  email: msg`E-mail`,
  residential: msg`Residential`,
  order: msg`Order`,
  note: msg`Note`,
  code: msg`Item`,
  description: msg`Description`,
  pieces: msg`Pieces`,
  packageType: msg`Package type`,
  pallets: msg`Pallets`,
  palletType: msg`Pallet type`,
  weight: msg`Weight`,
  class: msg`Class`,
  nmfc: msg`NMFC`,
  length: msg`Length`,
  width: msg`Width`,
  height: msg`Height`,
  CBM: msg`Cubic meters`,
  linearFeet: msg`Linear feet`,
  stackable: msg`Stackable`,
  temperature: msg`Temperature`,
  un: msg`UN number`,
  properName: msg`Proper shipping name`,
  technicalName: msg`Technical name`,
  subsidiary: msg`Subsidiary hazard`,
  packingGroup: msg`Packing group`,
  limitedQty: msg`Limited quantity`,
  reportableQty: msg`Reportable quantity`,
  marinePollutant: msg`Marine pollutant`,
  Line: msg`Line`,
  Shipped: msg`Shipped`,
}

const hazardClass: Words = msg`Hazard class`
const lineOf = (n: number) => msg`Line ${n}`
const hazardOf = (n: number) => msg`Line ${n}, hazmat`
const anyLine: Words = msg`Lines`
const anyHazard: Words = msg`Lines, hazmat`
const general: Words = msg`General`
const reference = (n: number) => msg`Reference ${n}`
const anyReference: Words = msg`References`

/** A path without its places in lists, as headers name it. */
export const placeless = (path: string) => path.replace(/\[\d+\]/g, '[]')

/** Where a field stands and what it is called; a header of the user's group goes before its own name. */
export function useFieldWords(headers: readonly OrgHeader[] = []) {
  const words = useWords()
  const { i18n } = useLingui()
  return useMemo(() => {
    const own = new Map(headers.filter((h) => h.Label).map((h) => [h.Field, h.Label]))
    const place = (path: string) => {
      const at = /\[(\d*)\]/.exec(path)
      return at?.[1] ? Number(at[1]) + 1 : 0
    }
    return {
      group: (path: string): string => {
        const first = path.split(/[.[]/)[0] ?? ''
        if (first === 'Items' || first === 'Lines') {
          const n = place(path)
          if (path.includes('hazmat.')) return i18n._(n ? hazardOf(n) : (anyHazard as ReturnType<typeof hazardOf>)) // both are messages
          return n ? i18n._(lineOf(n)) : words(anyLine)
        }
        return words(groups[first] ?? general)
      },
      label: (path: string): string => {
        const given = own.get(placeless(path))
        if (given) return given
        const leaf = path.split('.').at(-1) ?? path
        if (leaf.startsWith('References')) return place(leaf) ? i18n._(reference(place(leaf))) : words(anyReference)
        if (path.endsWith('hazmat.class')) return words(hazardClass)
        return words(leaves[leaf] ?? leaf)
      },
    }
  }, [headers, words, i18n])
}
