import { msg } from '@lingui/core/macro'
import type { AccessDetails } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

/** What a user's access and settings come to; all of it is what one user may take over from another. */
const compared: { key: string; label: Words; of: (u: AccessDetails) => string | boolean | readonly string[] | undefined }[] = [
  { key: 'group', label: msg`Group`, of: (u) => u.GroupName },
  { key: 'type', label: msg`User type`, of: (u) => u.UserType },
  { key: 'own', label: msg`Own page list`, of: (u) => u.pageList !== '' },
  { key: 'all', label: msg`All warehouses`, of: (u) => u.AllWarehouses },
  { key: 'warehouses', label: msg`Warehouses`, of: (u) => [...u.Warehouses].sort() },
  { key: 'warehouse', label: msg`Default warehouse`, of: (u) => u.WarehouseID },
  { key: 'integration', label: msg`Integration check`, of: (u) => u.IntegrationCheck },
  { key: 'availability', label: msg`Carrier availability`, of: (u) => u.CarrierAvailability },
  { key: 'client', label: msg`Own client only`, of: (u) => u.OwnClient },
  { key: 'grid', label: msg`Pallet item grid`, of: (u) => u.PalletItemGrid },
  { key: 'pallet', label: msg`Default pallet type`, of: (u) => u.DefaultPalletTypeID },
  { key: 'locations', label: msg`Ship-from locations`, of: (u) => [...(u.ShipperLocations ?? [])].sort() },
  { key: 'direction', label: msg`Direction`, of: (u) => u.DirectionType },
  { key: 'instant', label: msg`Instant orders`, of: (u) => u.InstantOrderEnabled },
  { key: 'editable', label: msg`Warehouse portal items editable`, of: (u) => u.WarehousePortalItemsEditable },
  { key: 'class', label: msg`User-defined class`, of: (u) => u.UserDefinedClass },
  { key: 'logo', label: msg`Logo address`, of: (u) => u.LogoUrl },
]

const text = (v: string | boolean | readonly string[] | undefined) => (Array.isArray(v) ? v.join(', ') : (v ?? ''))

export interface Difference {
  key: string
  label: Words
  one: string | boolean
  other: string | boolean
}

/** In what two users' access and settings differ, pages apart. */
export const differences = (one: AccessDetails, other: AccessDetails): Difference[] =>
  compared
    .map(({ key, label, of }) => ({ key, label, one: text(of(one)) as string | boolean, other: text(of(other)) as string | boolean })) // lists are text by then
    .filter((d) => d.one !== d.other)

/** The pages that the first may open and the second may not. */
export const pagesBeyond = (one: AccessDetails, other: AccessDetails): number[] => one.Pages.filter((p) => !other.Pages.includes(p))
