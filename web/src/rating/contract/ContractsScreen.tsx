import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { modeName } from '@/kit/format/mode'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { useWords } from '@/kit/words/words'
import css from '../Rating.module.css'
import { Span } from '../Span'
import { keptThere } from '../words'
import { ContractView } from './ContractView'
import { ExchangeRates } from './ExchangeRates'
import { FuelIndex } from './FuelIndex'
import { ImportView } from './ImportView'
import type { ContractSearch } from './search'
import { UploadContract } from './UploadContract'

/** Contracts: the list, one of them, or a file that is looked at before it counts. */
export function ContractsScreen({ search }: { search: ContractSearch }) {
  if (search.import) return <ImportView id={search.import} />
  if (search.id) return <ContractView key={`${search.id}/${search.version ?? 0}`} id={search.id} version={search.version ?? 0} />
  return <ContractList />
}

function ContractList() {
  const { t } = useLingui()
  const words = useWords()
  const list = useCall('Rating/Tariffs', undefined, { staleMs: 0 })
  return (
    <Screen
      title={t`Contracts`}
      actions={
        <>
          <PageLink to={{ page: 'ReviewRates' }}>
            <Trans>Review rates</Trans>
          </PageLink>
          <PageLink to={{ page: 'CustomerMarkup' }}>
            <Trans>Customer markup</Trans>
          </PageLink>
        </>
      }
    >
      <UploadContract />
      <Pending called={list} offline={keptThere}>
        {list.data?.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No contracts yet. Upload a carrier's spreadsheet; an exported contract shows how it is laid out.</Trans>
          </p>
        ) : (
          <Table
            label={t`Contracts`}
            rows={list.data ?? []}
            keyOf={(c) => c.id}
            mark={(c) => (c.disabled ? 'none' : undefined)}
            columns={[
              { head: t`Carrier`, cell: (c) => c.carrier },
              {
                head: t`Contract`,
                name: true,
                cell: (c) => <PageLink to={{ page: 'ContractDetails', search: { id: c.id } }}>{c.name}</PageLink>,
              },
              { head: t`Mode`, cell: (c) => words(modeName(c.mode)) },
              { head: t`Version`, number: true, cell: (c) => c.version },
              { head: t`In force`, cell: (c) => <Span from={c.from} to={c.to} /> },
              {
                head: t`State`,
                cell: (c) =>
                  c.disabled ? (
                    <StatusBadge hue="stopped" label={msg`switched off`} />
                  ) : c.inForce ? (
                    <StatusBadge hue="good" label={msg`in force`} />
                  ) : (
                    <StatusBadge hue="attention" label={msg`not in force today`} />
                  ),
              },
            ]}
          />
        )}
      </Pending>
      <FuelIndex />
      <ExchangeRates />
    </Screen>
  )
}
