import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { download } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { DateTime } from '@/kit/format/Formats'
import { modeName } from '@/kit/format/mode'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { saveFile } from '@/kit/list/csv'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { Span } from '../Span'
import { keptThere } from '../words'
import { Changes, Tables } from './Tables'
import { UploadContract } from './UploadContract'

/** One contract: its versions, what the shown one changed, and all that it says. */
export function ContractView({ id, version }: { id: string; version: number }) {
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const { trouble, work } = useWork()
  const got = useCall('Rating/Tariff', { id, version, against: 0 }, { staleMs: 0 })
  const c = got.data
  useCrumb(c?.tariff.name)
  const save = (format: string) =>
    work(async () => {
      const { blob, name } = await download('Rating/ExportTariff', { id, version: c?.version ?? 0, format })
      saveFile(name, blob, blob.type)
    })
  const flip = () =>
    work(async () => {
      await call('Rating/SwitchTariff', { id, disabled: !c?.tariff.disabled })
      got.remote.again()
    })
  return (
    <Screen
      title={c?.tariff.name ?? t`Contract`}
      below={
        c && (
          <>
            {c.tariff.carrier} · {words(modeName(c.tariff.mode))} · <Trans>version {c.version}</Trans>
          </>
        )
      }
      actions={
        <>
          <Button variant="default" onClick={() => void navigate({ to: '/ContractDetails', search: {} })}>
            <Trans>All contracts</Trans>
          </Button>
          <Button variant="default" onClick={() => void save('xlsx')}>
            <Trans>Export to Excel</Trans>
          </Button>
          <Button variant="default" onClick={() => void save('csv')}>
            <Trans>Export to CSV</Trans>
          </Button>
          <Button variant="default" onClick={() => void flip()}>
            {c?.tariff.disabled ? <Trans>Switch on</Trans> : <Trans>Switch off</Trans>}
          </Button>
        </>
      }
    >
      {trouble}
      <Pending called={got} offline={keptThere}>
        {c && (
          <>
            <UploadContract tariff={id} />
            <section>
              <h2>
                <Trans>Versions</Trans>
              </h2>
              <Table
                label={t`Versions`}
                rows={c.versions}
                keyOf={(v) => v.n}
                mark={(v) => (v.n === c.version ? 'chosen' : undefined)}
                columns={[
                  {
                    head: t`Version`,
                    name: true,
                    cell: (v) => (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        aria-current={v.n === c.version ? 'true' : undefined}
                        onClick={() => void navigate({ to: '/ContractDetails', search: { id, version: v.n } })}
                      >
                        {v.n}
                      </Button>
                    ),
                  },
                  { head: t`In force`, cell: (v) => <Span from={v.from} to={v.to} /> },
                  { head: t`File`, cell: (v) => v.source },
                  { head: t`Saved`, cell: (v) => <DateTime at={v.at} /> },
                ]}
              />
            </section>
            {c.against > 0 && (
              <section>
                <h2>
                  <Trans>What changed since version {c.against}</Trans>
                </h2>
                <Changes of={c.changes} />
              </section>
            )}
            <section>
              <h2>
                <Trans>Contract tables</Trans>
              </h2>
              <Tables of={c.tables} />
            </section>
          </>
        )}
      </Pending>
    </Screen>
  )
}
