import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { modeWords } from '../modes'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
import { useCodes } from '../useCodes'
import { Awaited } from './ContractsScreen'
import { Changes, Tables } from './Tables'

/** A file before it counts: what is wrong in which cell, or what it would change. */
export function ImportView({ id }: { id: string }) {
  const { t } = useLingui()
  const words = useWords()
  const codes = useCodes()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const got = useCall('Rating/TariffImport', { id }, { staleMs: 0 })
  const p = got.data
  useCrumb(p?.import.name)
  const work = async (run: () => Promise<unknown>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await run()
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    work(async () => {
      const saved = await call('Rating/SaveTariffImport', { id })
      await navigate({ to: '/ContractDetails', search: { id: saved.id } })
    })
  const drop = () =>
    work(async () => {
      await call('Rating/DropTariffImport', { id })
      await navigate({ to: '/ContractDetails', search: p?.import.tariffId ? { id: p.import.tariffId } : {} })
    })
  const wrong = p?.import.errors ?? []
  const waits = p?.import.state === 'preview'
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{p?.import.name ?? t`Contract file`}</h1>
        {p?.mode && (
          <p className={css.quiet}>
            {p.carrier} · {words(modeWords[p.mode])} · <Day text={p.from} /> – {p.to ? <Day text={p.to} /> : <Trans>open</Trans>}
          </p>
        )}
        <div className={css.actions}>
          <Button variant="default" loading={busy} disabled={!waits} onClick={() => void drop()}>
            <Trans>Discard</Trans>
          </Button>
          <Button loading={busy} disabled={!waits || wrong.length > 0} onClick={() => void save()}>
            {p?.import.base ? <Trans>Save as version {p.import.base + 1}</Trans> : <Trans>Save as a new contract</Trans>}
          </Button>
        </div>
      </header>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <Awaited called={got}>
        {p && !waits && (
          <Alert color="yellow" role="status">
            <Trans>This file was dealt with already.</Trans>
          </Alert>
        )}
        {wrong.length > 0 && (
          <section>
            <Alert color="red" role="alert">
              <Plural
                value={wrong.length}
                one="The file has one mistake. Nothing was saved."
                other="The file has # mistakes. Nothing was saved."
              />
            </Alert>
            <Scroll label={t`Mistakes`}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Sheet</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Row</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Column</Trans>
                    </th>
                    <th scope="col">
                      <Trans>What is wrong</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {wrong.map((e) => (
                    <tr key={`${e.sheet}/${e.row}/${e.column}/${e.code}/${e.value}`}>
                      <td>{e.sheet}</td>
                      <td>{e.row || ''}</td>
                      <td>{e.header}</td>
                      <td>{codes.say(e.code, e.value)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </section>
        )}
        {p?.past && (
          <Alert color="yellow" role="status">
            <Trans>
              It begins before today: shipments of those days would be rated by it from now on. Ratings that were kept stay as they are.
            </Trans>
          </Alert>
        )}
        {p?.overlaps.map((o) => (
          <Alert key={o.n} color="yellow" role="status">
            <Trans>Version {o.n} counts on some of the same days. On those days the new version counts.</Trans>
          </Alert>
        ))}
        {p && wrong.length === 0 && (
          <>
            <section>
              <h2>{p.import.base ? <Trans>What differs from version {p.import.base}</Trans> : <Trans>What is new</Trans>}</h2>
              {p.import.base ? (
                <Changes of={p.changes} />
              ) : (
                <p className={css.quiet}>
                  <Plural value={p.changes.length} one="A new contract of # row." other="A new contract of # rows." />
                </p>
              )}
            </section>
            <section>
              <h2>
                <Trans>What it says</Trans>
              </h2>
              <Tables of={p.tables} />
            </section>
          </>
        )}
      </Awaited>
    </div>
  )
}
