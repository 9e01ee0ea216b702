import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { download } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DateTime, Day } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { saveFile } from '@/kit/list/csv'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { modeWords } from '../modes'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
import { Awaited, UploadContract } from './ContractsScreen'
import { Changes, Tables } from './Tables'

/** One contract: its versions, what the shown one changed, and all that it says. */
export function ContractView({ id, version }: { id: string; version: number }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()
  const got = useCall('Rating/Tariff', { id, version, against: 0 }, { staleMs: 0 })
  const c = got.data
  useCrumb(c?.tariff.name)
  const work = async (run: () => Promise<unknown>) => {
    setTrouble(undefined)
    try {
      await run()
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
  }
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
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{c?.tariff.name ?? t`Contract`}</h1>
        {c && (
          <p className={css.quiet}>
            {c.tariff.carrier} · {words(modeWords[c.tariff.mode])} · <Trans>version {c.version}</Trans>
          </p>
        )}
        <div className={css.actions}>
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
        </div>
      </header>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <Awaited called={got}>
        {c && (
          <>
            <UploadContract tariff={id} />
            <section>
              <h2>
                <Trans>Versions</Trans>
              </h2>
              <Scroll label={t`Versions`}>
                <table className={css.table}>
                  <thead>
                    <tr>
                      <th scope="col">
                        <Trans>Version</Trans>
                      </th>
                      <th scope="col">
                        <Trans>In force</Trans>
                      </th>
                      <th scope="col">
                        <Trans>File</Trans>
                      </th>
                      <th scope="col">
                        <Trans>Saved</Trans>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {c.versions.map((v) => (
                      <tr key={v.n} data-chosen={v.n === c.version || undefined}>
                        <th scope="row">
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            aria-current={v.n === c.version ? 'true' : undefined}
                            onClick={() => void navigate({ to: '/ContractDetails', search: { id, version: v.n } })}
                          >
                            {v.n}
                          </Button>
                        </th>
                        <td>
                          <Day text={v.from} /> – {v.to ? <Day text={v.to} /> : <Trans>open</Trans>}
                        </td>
                        <td>{v.source}</td>
                        <td>
                          <DateTime at={v.at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scroll>
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
                <Trans>What it says</Trans>
              </h2>
              <Tables of={c.tables} />
            </section>
          </>
        )}
      </Awaited>
    </div>
  )
}
