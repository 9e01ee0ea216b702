import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { type Carrier, carriers } from './carriers'
import { LabelsScreen } from './LabelsScreen'
import { RatesScreen } from './RatesScreen'
import type { CarrierSearch } from './search'

/** Rates and labels of a carrier that has one page for both. */
export function ShippingScreen({ carrier, search, go }: { carrier: Carrier; search: CarrierSearch; go: (search: CarrierSearch) => void }) {
  const { t } = useLingui()
  const at = search.tab === 'labels' ? 'labels' : 'rates'
  return (
    <Staged
      above={
        <StageTabs
          label={t`${carriers[carrier].name} shipping`}
          tabs={[
            { key: 'rates', label: msg`Rates`, n: undefined },
            { key: 'labels', label: msg`Labels`, n: undefined },
          ]}
          at={at}
          go={(tab) => go(tab === 'labels' ? { tab } : {})}
        />
      }
    >
      {at === 'labels' ? (
        <LabelsScreen carrier={carrier} label={search.label} />
      ) : (
        <RatesScreen carrier={carrier} shipment={search.shipment} pick={(shipment) => go(shipment ? { shipment } : {})} />
      )}
    </Staged>
  )
}
