import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useNavigate } from '@tanstack/react-router'
import { modeName } from '@/kit/format/mode'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Table } from '@/kit/table/Table'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Rating.module.css'
import { Span } from '../Span'
import { useCodes } from '../useCodes'
import { keptThere } from '../words'
import { Changes, Tables } from './Tables'

/** A file before it counts: what is wrong in which cell, or what it would change. */
export function ImportView({ id }: { id: string }) {
  const { t } = useLingui()
  const words = useWords()
  const codes = useCodes()
  const navigate = useNavigate()
  const { busy, trouble, work } = useWork()
  const got = useCall('Rating/TariffImport', { id }, { staleMs: 0 })
  const p = got.data
  useCrumb(p?.import.name)
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
    <Screen
      title={p?.import.name ?? t`Contract file`}
      below={
        p?.mode && (
          <>
            {p.carrier} · {words(modeName(p.mode))} · <Span from={p.from} to={p.to} />
          </>
        )
      }
      actions={
        <>
          <Button variant="default" loading={busy} disabled={!waits} onClick={() => void drop()}>
            <Trans>Discard</Trans>
          </Button>
          <Button loading={busy} disabled={!waits || wrong.length > 0} onClick={() => void save()}>
            {p?.import.base ? <Trans>Save as version {p.import.base + 1}</Trans> : <Trans>Save as a new contract</Trans>}
          </Button>
        </>
      }
    >
      {trouble}
      <Pending called={got} offline={keptThere}>
        {p && !waits && (
          <Alert color="yellow" role="status">
            <Trans>This file was already saved or discarded.</Trans>
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
            <Table
              label={t`Mistakes`}
              rows={wrong}
              keyOf={(e) => `${e.sheet}/${e.row}/${e.column}/${e.code}/${e.value}`}
              columns={[
                { head: t`Sheet`, cell: (e) => e.sheet },
                { head: t`Row`, cell: (e) => e.row || '' },
                { head: t`Column`, cell: (e) => e.header },
                { head: t`What is wrong`, cell: (e) => codes.say(e.code, e.value) },
              ]}
            />
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
            <Trans>Version {o.n} is in force on some of the same days. On those days the new version applies.</Trans>
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
                <Trans>Contract tables</Trans>
              </h2>
              <Tables of={p.tables} />
            </section>
          </>
        )}
      </Pending>
    </Screen>
  )
}
