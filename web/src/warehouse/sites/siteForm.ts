import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { WarehouseSaveReq } from '@sync/gen/api'
import type { WarehouseSite } from '@sync/gen/tables'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { Email, Phone, Several, Text } from '@/kit/form/inputs'
import { Zone } from '@/kit/form/zone'

export interface SiteTyped {
  id: string
  name: string
  zone: string
  doors: string[]
  street: string
  city: string
  state: string
  zip: string
  country: string
  contact: string
  phone: string
  email: string
}

/** "1-40" is forty doors; what else is typed is a door's name. A name that stands there twice is one door. */
export function doorsOf(typed: readonly string[]): string[] {
  const names = typed.flatMap((text) => {
    const [, from, to] = /^\s*(\d{1,3})\s*-\s*(\d{1,3})\s*$/.exec(text) ?? []
    const first = Number(from)
    const count = Number(to) - first + 1
    return from && to && count > 0 && count <= 500
      ? Array.from({ length: count }, (_, n) => String(first + n))
      : text.trim()
        ? [text.trim()]
        : []
  })
  return [...new Set(names)]
}

export const typedOf = (site: WarehouseSite): SiteTyped => {
  const { street, city, state, zip, country } = site.address
  const { id, name, zone, doors, contact, phone, email } = site
  return { id, name, zone, doors: [...doors], street, city, state, zip, country, contact, phone, email }
}

/** The request keeps of the address what this form does not show. */
export function requestOf(typed: Partial<SiteTyped>, before: WarehouseSite | undefined): WarehouseSaveReq {
  const { street = '', city = '', state = '', zip = '', country = '' } = typed
  return {
    id: typed.id ?? before?.id ?? '',
    name: typed.name?.trim() ?? '',
    zone: typed.zone ?? '',
    doors: doorsOf(typed.doors ?? []),
    address: { ...(before?.address ?? { name: '' }), street, city, state, zip, country },
    contact: typed.contact ?? '',
    phone: typed.phone ?? '',
    email: typed.email ?? '',
  }
}

/** A warehouse, new or as it is. Its code stands on paper and on pallets, so it is chosen once. */
export const siteForm = (before: WarehouseSite | undefined): FormSpec<SiteTyped> =>
  defineForm<SiteTyped>('Warehouse/Save', {
    title: before ? msg`Warehouse ${before.id}` : msg`New warehouse`,
    fields: {
      ...(!before && {
        id: {
          label: msg`Code`,
          hint: msg`Capitals and digits, as on paper. It cannot be changed later.`,
          input: Text,
          required: true,
          row: 1,
        },
      }),
      name: { label: msg`Name`, input: Text, required: true, row: 1 },
      zone: { label: msg`Time zone`, input: Zone, required: true },
      doors: {
        label: msg`Doors`,
        hint: msg`One by one, or a range such as "1-40".`,
        input: Several,
        check: (v) =>
          doorsOf(v ?? []).some((d) => d.length > 10)
            ? msg`A door has at most ten characters.`
            : doorsOf(v ?? []).length > 500
              ? msg`At most 500 doors.`
              : undefined,
      },
      street: { label: msg`Street`, input: Text },
      city: { label: msg`City`, input: Text, row: 2 },
      state: { label: msg`State`, input: Text, row: 2 },
      zip: { label: msg`ZIP`, input: Text, row: 3 },
      country: { label: msg`Country`, input: Text, row: 3 },
      contact: { label: msg`Contact`, input: Text, row: 4 },
      phone: { label: msg`Phone`, input: Phone, row: 4 },
      email: { label: msg`E-mail`, input: Email },
    },
    subject: (s) => s.id ?? '',
    latest: async (s) => ({ n: (await local().warehouse_site.get(s.id ?? ''))?.version ?? 0 }),
    toRequest: (typed) => requestOf(typed, before),
    submit: msg`Save warehouse`,
    done: msg`Warehouse saved.`,
    of: (typed) => typed.name,
    wide: true,
  })
