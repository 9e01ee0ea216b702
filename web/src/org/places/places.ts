import { msg } from '@lingui/core/macro'
import type { Ops, OrgPlace, OrgPlaceReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice } from '@/kit/form/inputs'
import { type Lists, type Names, resource } from '@/kit/resource/resource'
import { type RowFile, rowFile } from '@/kit/rowfile/rowFile'
import type { Words } from '@/kit/words/words'

/** The calls that save a place. */
type Saves = { [N in keyof Ops]: Ops[N] extends { kind: 'command'; req: OrgPlaceReq } ? N : never }[keyof Ops]

interface Kind {
  kind: OrgPlaceReq['Kind']
  title: Words
  /** What one of them is called. */
  one: Words
  empty: Words
  list: Lists<OrgPlace>
  save: Saves
  end: Names
  restore: Names
  file: Pick<RowFile, 'title' | 'read' | 'save'>
}

const fileFields = {
  Code: msg`Code`,
  Name: msg`Name`,
  CityStateZip: msg`City, state and ZIP`,
  FullAddress: msg`Whole address`,
}

/** The places of the address book that are of one kind. */
const places = ({ kind, title, one, empty, list, save, end, restore, file }: Kind) =>
  resource<OrgPlace, OrgPlaceReq>({
    title,
    list,
    id: (p) => p.PlaceId,
    called: (p) => `${p.Code}, ${p.Name}`,
    write: 'manage-addresses',
    rows: rowFile({ ...file, fields: fileFields }),
    fresh: { Kind: kind, Country: 'US' },
    columns: [
      { key: 'Code', label: msg`Code`, width: 120, phone: true },
      { key: 'Name', label: msg`Name`, width: 220, phone: true },
      { key: 'Street', label: msg`Street`, width: 200 },
      { key: 'City', label: msg`City`, width: 150, phone: true },
      { key: 'State', label: msg`State`, width: 80 },
      { key: 'Zip', label: msg`ZIP`, width: 90 },
      { key: 'Country', label: msg`Country`, width: 90, hidden: true },
      { key: 'Contact', label: msg`Contact`, width: 150 },
      { key: 'Phone', label: msg`Phone`, width: 140 },
      { key: 'Email', label: msg`E-mail`, width: 200, hidden: true },
    ],
    filters: ['State', 'Country'],
    empty,
    form: defineForm<OrgPlaceReq, OrgPlace>(save, {
      title: one,
      fields: {
        Code: { row: 1, hint: msg`As in the order system` },
        Name: { row: 1 },
        Street: {},
        Street2: {},
        Zip: { row: 2 },
        City: { row: 2 },
        State: { row: 3 },
        Country: { row: 3, input: choice(['US', 'CA', 'MX'].map((value) => ({ value, label: value }))) },
        Contact: { row: 4 },
        Phone: { row: 4 },
        Email: {},
      },
      done: msg`Address saved successfully`,
    }),
    end,
    restore,
  })

/** Addresses that are neither a customer's nor a vendor's: own yards, cross-docks, ports. */
export const locations = places({
  kind: 'location',
  title: msg`Locations`,
  one: msg`Location`,
  empty: msg`No locations yet. They are offered wherever an address is entered.`,
  list: 'Address/Locations',
  save: 'Address/UpdateLocation',
  end: 'Address/DeleteLocation',
  restore: 'Address/RestoreLocation',
  file: { title: msg`Import locations`, read: 'Address/ReadLocationFile', save: 'Address/SaveLocationFile' },
})

export const customers = places({
  kind: 'customer',
  title: msg`Customers`,
  one: msg`Customer`,
  empty: msg`No customers yet. Their addresses are offered wherever an address is entered.`,
  list: 'Org/Customers',
  save: 'Org/SaveCustomer',
  end: 'Org/DeleteCustomer',
  restore: 'Org/RestoreCustomer',
  file: { title: msg`Import customers`, read: 'Org/ReadCustomerFile', save: 'Org/SaveCustomerFile' },
})

export const vendors = places({
  kind: 'vendor',
  title: msg`Vendors`,
  one: msg`Vendor`,
  empty: msg`No vendors yet. Their addresses are offered wherever an address is entered.`,
  list: 'Org/Vendors',
  save: 'Org/SaveVendor',
  end: 'Org/DeleteVendor',
  restore: 'Org/RestoreVendor',
  file: { title: msg`Import vendors`, read: 'Org/ReadVendorFile', save: 'Org/SaveVendorFile' },
})
