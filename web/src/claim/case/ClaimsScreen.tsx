import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClaimCase } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { defineList, type ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'
import type { ClaimsSearch } from './search'
import { dueNames, kinds, nextDue, type State, standing, states } from './words'

const tabs = ['all', 'preparing', 'validating', 'submitted', 'in review', 'payment', 'closed', 'archived'] as const
type Tab = (typeof tabs)[number]

/** All claims by state, with the day on which the next step is due. */
export function ClaimsScreen({ search }: { search: ClaimsSearch }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const at: Tab = tabs.find((s) => s === search.state) ?? 'all'
  const got = useCall('Claim/List', { Archived: at === 'archived' })
  const isIn = (tab: Tab) => (c: ClaimCase) => (tab === 'all' ? c.State !== 'archived' : c.State === tab)
  const spec = useMemo(() => claimsList(words, locale), [words, locale])
  const label = (tab: Tab): Words => (tab === 'all' ? msg`All` : states[tab as State].label)
  return (
    <Staged
      above={
        <StageTabs
          label={t`State`}
          tabs={tabs.map((key) => ({
            key,
            label: label(key),
            n: key === 'archived' && at !== key ? undefined : got.data?.filter(isIn(key)).length,
          }))}
          at={at}
          go={(state) => void navigate({ to: '/ClaimsList', search: state === 'all' ? {} : { state } })}
        />
      }
    >
      <ListScreen key={at} spec={spec} rows={got.data?.filter(isIn(at))} remote={got.remote} />
    </Staged>
  )
}

function claimsList(words: (w: Words) => string, locale: string): ListSpec<ClaimCase> {
  return defineList<ClaimCase>({
    name: 'claims',
    title: msg`Claims`,
    id: (c) => c.ClaimId,
    columns: [
      {
        key: 'Number',
        label: msg`Claim`,
        phone: true,
        link: (c) => ({ page: 'ClaimsDetails', params: { ShipmentId: c.ShipmentId }, search: { claim: c.ClaimId } }),
      },
      {
        key: 'State',
        label: msg`State`,
        phone: true,
        value: (c) => words(standing(c).label),
        cell: (c) => <StatusBadge {...standing(c)} />,
      },
      { key: 'Kind', label: msg`Kind`, value: (c) => words(kinds[c.Kind]) },
      { key: 'CarrierName', label: msg`Carrier`, phone: true },
      { key: 'BOL', label: msg`BOL`, as: 'identifier' },
      { key: 'PRO', label: msg`PRO`, as: 'identifier', hidden: true },
      { key: 'Shipment', label: msg`Shipment`, hidden: true },
      {
        key: 'ClaimedMinor',
        label: msg`Claimed`,
        as: 'number',
        value: (c) => c.ClaimedMinor / 100,
        cell: (c) => money(c.ClaimedMinor, c.Currency, locale),
      },
      {
        key: 'AgreedMinor',
        label: msg`Agreed`,
        as: 'number',
        value: (c) => c.AgreedMinor / 100,
        cell: (c) => c.AgreedMinor > 0 && money(c.AgreedMinor, c.Currency, locale),
      },
      {
        key: 'PaidMinor',
        label: msg`Received`,
        as: 'number',
        value: (c) => c.PaidMinor / 100,
        cell: (c) => c.PaidMinor > 0 && money(c.PaidMinor, c.Currency, locale),
      },
      { key: 'nextOn', label: msg`Next due`, as: 'day', value: (c) => nextDue(c)?.On ?? '', phone: true },
      {
        key: 'next',
        label: msg`Next step`,
        value: (c) => {
          const due = nextDue(c)
          return due ? words(dueNames[due.Code]) : ''
        },
      },
      { key: 'FiledOn', label: msg`Filed`, as: 'day' },
      { key: 'Warehouse', label: msg`Warehouse`, hidden: true },
    ],
    filters: ['Kind', 'CarrierName', 'Warehouse'],
    hue: (c) => (nextDue(c)?.State === 'missed' ? 'attention' : undefined),
    empty: msg`No claims here. Start one in Claim Preparation, or from a shipment.`,
  })
}
