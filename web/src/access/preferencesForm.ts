import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import { pages } from '@sync/gen/pages'
import type { AccessProfile } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { choice, choiceOf } from '@/kit/form/inputs'
import { isBuilt, standsAlone } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import { languageNames } from './languageNames'

type Language = 'en' | 'es' | 'fr'

export interface PreferencesTyped {
  PreferredLanguage: Language
  DefaultPageID: string
  WarehouseID: string
}

/** Where a person can begin: pages of the menu that are there and that the person may open. */
function useFirstPages() {
  const held = useSession()?.pages
  const words = usePageWords()
  return pages
    .filter((p) => p.id !== null && p.menu && held?.has(p.id) && isBuilt(p) && standsAlone(p))
    .map((p) => ({ value: String(p.id), label: (p.menu ?? []).map(words).join(' › ') }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** The warehouses that a person sees; none named means all. */
function useOwnWarehouses() {
  const mine = useSession()?.warehouses ?? []
  const sites = useLiveQuery(() => local().warehouse_site.toArray(), [])
  return sites?.filter((s) => mine.length === 0 || mine.includes(s.id)).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))
}

export const typedOf = ({ language, defaultPage, warehouse }: AccessProfile): Partial<PreferencesTyped> => ({
  PreferredLanguage: language as Language, // the server takes no other
  ...(defaultPage ? { DefaultPageID: String(defaultPage) } : {}),
  ...(warehouse ? { WarehouseID: warehouse } : {}),
})

export const preferencesForm = defineForm<PreferencesTyped>('Access/SavePreferences', {
  title: msg`Your preferences`,
  fields: {
    PreferredLanguage: {
      label: msg`Language`,
      hint: msg`On every device that you sign in on, unless another was chosen there.`,
      input: choice(languageNames),
      required: true,
    },
    DefaultPageID: { label: msg`First page`, hint: msg`Where you begin after signing in.`, input: choiceOf(useFirstPages) },
    WarehouseID: { label: msg`Warehouse`, hint: msg`Where you work.`, input: choiceOf(useOwnWarehouses) },
  },
  // What is left empty is taken back, not left as it was.
  toRequest: ({ PreferredLanguage, DefaultPageID, WarehouseID }) => ({
    PreferredLanguage,
    DefaultPageID: Number(DefaultPageID ?? 0),
    WarehouseID: WarehouseID ?? '',
  }),
  submit: msg`Save`,
  done: msg`Your preferences are saved.`,
})
