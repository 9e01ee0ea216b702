import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { PageLink } from '@/kit/page/PageLink'
import { useRefusal } from '@/kit/remote/refusal'
import { type Called, useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button, Skeleton } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { modeWords } from '../modes'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
import { ContractView } from './ContractView'
import { FuelIndex } from './FuelIndex'
import { ImportView } from './ImportView'
import type { ContractSearch } from './search'

/** Contracts: the list, one of them, or a file that is looked at before it counts. */
export function ContractsScreen({ search }: { search: ContractSearch }) {
  if (search.import) return <ImportView id={search.import} />
  if (search.id) return <ContractView key={`${search.id}/${search.version ?? 0}`} id={search.id} version={search.version ?? 0} />
  return <ContractList />
}

/** Why there is nothing yet, or the content. */
export function Awaited({ called, children }: { called: Called<unknown>; children: ReactNode }) {
  const words = useWords()
  if (called.remote.refused)
    return (
      <Alert color="red" role="alert">
        {words(called.remote.refused)}
      </Alert>
    )
  if (called.remote.offline)
    return (
      <Alert color="yellow" role="status">
        <Trans>Contracts are kept on the server, and there is no connection now.</Trans>{' '}
        <Button size="compact-sm" variant="default" onClick={called.remote.again}>
          <Trans>Try again</Trans>
        </Button>
      </Alert>
    )
  return called.loading ? <Skeleton height={220} animate={false} aria-busy="true" /> : children
}

function ContractList() {
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const list = useCall('Rating/Tariffs', undefined, { staleMs: 0 })
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{t`Contracts`}</h1>
        <div className={css.actions}>
          <PageLink to={{ page: 'ReviewRates' }}>
            <Trans>Review rates</Trans>
          </PageLink>
          <PageLink to={{ page: 'CustomerMarkup' }}>
            <Trans>Customer markup</Trans>
          </PageLink>
        </div>
      </header>
      <UploadContract />
      <Awaited called={list}>
        {list.data?.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No contracts yet. Upload a carrier's spreadsheet; an exported contract shows how it is laid out.</Trans>
          </p>
        ) : (
          <Scroll label={t`Contracts`}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Carrier</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Contract</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Mode</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Version</Trans>
                  </th>
                  <th scope="col">
                    <Trans>In force</Trans>
                  </th>
                  <th scope="col">
                    <Trans>State</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.data?.map((c) => (
                  <tr key={c.id} data-none={c.disabled || undefined}>
                    <td>{c.carrier}</td>
                    <th scope="row">
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        onClick={() => void navigate({ to: '/ContractDetails', search: { id: c.id } })}
                      >
                        {c.name}
                      </Button>
                    </th>
                    <td>{words(modeWords[c.mode])}</td>
                    <td>{c.version}</td>
                    <td>
                      <Day text={c.from} /> – {c.to ? <Day text={c.to} /> : <Trans>open</Trans>}
                    </td>
                    <td>
                      {c.disabled ? (
                        <StatusBadge hue="stopped" label={msg`switched off`} />
                      ) : c.inForce ? (
                        <StatusBadge hue="good" label={msg`in force`} />
                      ) : (
                        <StatusBadge hue="attention" label={msg`not in force today`} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Awaited>
      <FuelIndex />
    </div>
  )
}

/** Takes a contract's file; what it would change is shown before anything of it counts. */
export function UploadContract({ tariff = '' }: { tariff?: string }) {
  const id = useId()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()
  const [reading, setReading] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file || reading) return
    setReading(true)
    setTrouble(undefined)
    try {
      const im = await upload('Rating/UploadTariff', tariff ? { tariffId: tariff } : {}, [file])
      await navigate({ to: '/ContractDetails', search: { import: im.id } })
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setReading(false)
    }
  }
  return (
    <div className={css.file}>
      <label htmlFor={id}>
        {tariff ? (
          <Trans>Upload a new version, Excel or CSV. You see what differs before it counts.</Trans>
        ) : (
          <Trans>Upload a new contract, Excel or CSV. You see it before it counts.</Trans>
        )}
      </label>
      <input
        id={id}
        type="file"
        disabled={reading}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(e) => {
          void read(e.currentTarget.files?.[0])
          e.currentTarget.value = ''
        }}
      />
      {trouble && (
        <Alert color="red" role="alert" mt="sm">
          {trouble}
        </Alert>
      )}
    </div>
  )
}
