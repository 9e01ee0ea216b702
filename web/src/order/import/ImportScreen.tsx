import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import type { FileMapping, OrderImport } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { Ago, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { saveFile } from '@/kit/list/csv'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button, Group, Progress, Skeleton, Tabs } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { ColumnsStep } from './ColumnsStep'
import { home, type Kind, missingIn, unitOpen, unsureIn, weightOpen, wrongIn } from './fields'
import css from './Import.module.css'
import { RowsStep } from './RowsStep'
import { notSaved, reportOf } from './report'
import type { ImportSearch } from './search'

const long = { timeout: 10 * 60_000 }

/** One file of orders, of either kind, from its columns to its orders. All of it stands on the server, so a reload or another computer goes on where it was. */
export function ImportScreen({ id, kind, search }: { id: string; kind: Kind; search: ImportSearch }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const locale = useLocale()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'columns' | 'save' | 'drop' | 'undo'>()
  const [trouble, setTrouble] = useState<string>()
  const [step, setStep] = useState<string>()
  const all = useCall(
    'Order/Preview',
    { ImportId: id, pageSize: 1, pageIndex: 1 },
    { staleMs: 0, everyMs: (now) => (now?.Import.SavingAt ? 2000 : undefined) },
  )
  const good = useCall('Order/Preview', { ImportId: id, Only: 'good', pageSize: 1, pageIndex: 1 }, { staleMs: 0 })
  const taken = useCall('Order/Preview', { ImportId: id, Only: 'refused', pageSize: 1, pageIndex: 1 }, { staleMs: 0 })
  const [round, setRound] = useState(0)
  const im = all.data?.Import
  useCrumb(im?.Name)

  const again = () => {
    all.remote.again()
    good.remote.again()
    taken.remote.again()
    setRound((n) => n + 1)
  }
  const back = () => void navigate({ to: home[kind], search: {} })
  const work = async (what: NonNullable<typeof busy>, run: () => Promise<void>) => {
    setBusy(what)
    setTrouble(undefined)
    try {
      await run()
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setBusy(undefined)
      again()
    }
  }
  const remap = (mapping: FileMapping) =>
    work('columns', async () => {
      await call('Order/Remap', { ImportId: id, Mapping: mapping }, long)
      setStep('rows')
    })
  const save = () => work('save', async () => void (await call('Order/SaveImport', { ImportId: id }, long)))
  const undo = () => work('undo', async () => void (await call('Order/UndoImport', { ImportId: id }, long)))
  const drop = () =>
    work('drop', async () => {
      await call('Order/DropImport', { ImportId: id }, long)
      back()
    })

  if (!im) {
    if (all.remote.refused || all.remote.offline)
      return (
        <Screen title={t`Order file`}>
          <p role="status">
            {all.remote.refused ? (
              String(all.remote.refused)
            ) : (
              <Trans>The file is read on the server, and there is no connection now.</Trans>
            )}
          </p>
          <Group>
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
            <Button variant="default" onClick={() => back()}>
              {kind === 'purchase' ? <Trans>Back to the purchase orders</Trans> : <Trans>Back to the open orders</Trans>}
            </Button>
          </Group>
        </Screen>
      )
    return (
      <Screen title={t`Order file`}>
        <Skeleton height={220} animate={false} aria-busy="true" />
      </Screen>
    )
  }

  const missing = missingIn(im.Mapping, im.Kind)
  const open = unsureIn(im.Sheet, im.Mapping).length
  const weight = weightOpen(im.Counts, im.Mapping)
  const unit = unitOpen(im.Counts, im.Mapping)
  const words = im.Counts.notes?.words?.length ?? 0
  const ready = good.data?.Total ?? 0
  const bad = im.Counts.bad
  const doubles = taken.data?.Total ?? 0
  const cut = im.State === 'reading' && busy === undefined
  const saving = busy === 'save' || Boolean(im.SavingAt)

  return (
    <Screen
      title={im.Name}
      below={
        <>
          <Plural value={im.Counts.orders} one="# order" other="# orders" /> ·{' '}
          <Plural value={im.Counts.lines} one="# line" other="# lines" />
          {im.Customer && ` · ${im.Customer}`}
          {im.ByName && ` · ${im.ByName}`} · <Ago at={im.At} />
        </>
      }
      actions={
        im.State === 'preview' && (
          <>
            <Button variant="subtle" color="red" loading={busy === 'drop'} onClick={() => void drop()}>
              <Trans>Discard the file</Trans>
            </Button>
            <Button size="md" disabled={ready === 0 || missing.length > 0 || open > 0} loading={saving} onClick={() => void save()}>
              <Plural value={ready} one="Save # order" other="Save # orders" />
            </Button>
          </>
        )
      }
    >
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      {saving && kind === 'order' && <Saving id={id} of={ready} />}
      {im.SavingAt && busy === undefined && (
        <p role="status">
          <Trans>The server goes on saving without this page.</Trans>
        </p>
      )}
      {im.State === 'saved' && <Result im={im} left={all.data?.UndoLeft ?? 0} undoing={busy === 'undo'} onUndo={() => void undo()} />}
      {im.State === 'saved' && <RowsStep key={round} id={id} kind={im.Kind} bad={bad} taken={doubles} />}
      {im.State === 'dropped' && (
        <Alert role="status">
          <Trans>This file was discarded. Nothing of it was saved.</Trans>
        </Alert>
      )}
      {cut && (
        <Alert color="yellow" role="status">
          <Group justify="space-between">
            <Trans>Reading was cut off before the end of the file.</Trans>
            <Button onClick={() => void remap(im.Mapping)}>
              <Trans>Read it again</Trans>
            </Button>
          </Group>
        </Alert>
      )}
      {im.State === 'preview' && (
        <>
          {search.earlier && (
            <Alert color="yellow" role="status">
              {kind === 'purchase' ? (
                <Trans>This file was saved before. Existing rows stay as they are.</Trans>
              ) : (
                <Trans>This file was saved before. Existing order numbers are not saved again.</Trans>
              )}
            </Alert>
          )}
          {weight && (
            <Alert color="yellow" role="status">
              <Trans>
                The file does not say what its weights are of. They are taken as the weight of each line; check it under Columns.
              </Trans>
            </Alert>
          )}
          {unit && (
            <Alert color="yellow" role="status">
              <Trans>The file does not give the unit of its weights. They are read in {unit}; check it under Columns.</Trans>
            </Alert>
          )}
          <ul className={css.tally} aria-label={t`Results`}>
            <li data-hue="good">
              <Icon name="check" /> <Plural value={ready} one="# order is good" other="# orders are good" />
            </li>
            {bad > 0 && (
              <li data-hue="attention">
                <Icon name="alert" /> <Plural value={bad} one="Check # order" other="Check # orders" />
              </li>
            )}
            {doubles > 0 && (
              <li data-hue="waiting">
                <Icon name="clock" /> <Plural value={doubles} one="# order is already in" other="# orders are already in" />
              </li>
            )}
            <Passed im={im} />
            {search.kept && (
              <li>
                <Trans>Columns as last time for {im.Customer || t`this layout`}</Trans>
              </li>
            )}
          </ul>
          <Tabs
            value={step ?? (missing.length + open > 0 ? 'columns' : 'rows')}
            onChange={(v) => setStep(v ?? undefined)}
            keepMounted={false}
          >
            <Tabs.List>
              <Tabs.Tab value="columns">
                <Trans>Columns</Trans>
                {missing.length > 0 && ` · ${t`${count(missing.length, locale)} missing`}`}
                {open + words > 0 && ` · ${t`${count(open + words, locale)} to answer`}`}
              </Tabs.Tab>
              <Tabs.Tab value="rows">
                <Trans>Orders</Trans>
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="columns" pt="sm">
              <ColumnsStep im={im} busy={busy === 'columns'} onRead={(m) => void remap(m)} />
            </Tabs.Panel>
            <Tabs.Panel value="rows" pt="sm">
              <RowsStep
                key={round}
                id={id}
                kind={im.Kind}
                bad={bad}
                taken={doubles}
                edit={{ im, busy: busy === 'columns', onRead: (m) => void remap(m) }}
              />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Screen>
  )
}

/** What was passed over in the file, so that nobody has to wonder. */
function Passed({ im }: { im: OrderImport }) {
  const notes = im.Counts.notes
  const others = im.Sheet.others ?? 0
  return (
    <>
      {notes && notes.hidden > 0 && (
        <li>
          <Plural value={notes.hidden} one="# hidden row left out" other="# hidden rows left out" />
        </li>
      )}
      {notes && notes.sums > 0 && (
        <li>
          <Plural value={notes.sums} one="# row of totals left out" other="# rows of totals left out" />
        </li>
      )}
      {notes && notes.restored > 0 && (
        <li>
          <Plural value={notes.restored} one="# leading zero restored" other="# leading zeros restored" />
        </li>
      )}
      {others > 0 && (
        <li>
          <Plural value={others} one="# more sheet holds orders and is not read" other="# more sheets hold orders and are not read" />
        </li>
      )}
    </>
  )
}

/** How far saving is: the orders come to this device while they are saved, so they are counted here. */
function Saving({ id, of }: { id: string; of: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const saved =
    useLiveQuery(
      () =>
        local()
          .order_open.filter((o) => o.importId === id)
          .count(),
      [id],
    ) ?? 0
  return (
    <div role="status" className={css.saving}>
      <Trans>
        {count(Math.min(saved, of), locale)} of {count(of, locale)} saved
      </Trans>
      <Progress value={of > 0 ? (100 * Math.min(saved, of)) / of : 0} aria-label={t`Saved`} />
    </div>
  )
}

/** The button that saved is gone, and the keyboard with it: it goes on where the work does. */
const next = (el: HTMLElement | null) => {
  if (document.activeElement === document.body) el?.focus()
}

interface ResultProps {
  im: OrderImport
  /** Orders that an undo which was cut off has yet to take back. */
  left: number
  undoing: boolean
  onUndo: () => void
}

function Result({ im, left, undoing, onUndo }: ResultProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const words = useWords()
  const navigate = useNavigate()
  const [fetching, setFetching] = useState(false)
  const [asks, setAsks] = useState(false)
  const reported = im.Counts.bad + im.Counts.refused
  const report = async () => {
    setFetching(true)
    try {
      const text = reportOf(await notSaved(im.ImportId), {
        head: [t`Row`, t`Order`, t`Column`, t`Value`, t`What is wrong`],
        error: (e) => refusal.ofCode(e.code, wrongIn(e, im.Kind, words)),
        taken: (order, warehouse) => refusal.ofCode('order-number-taken', { order, warehouse }),
      })
      saveFile(`${im.Name.replace(/\.\w+$/, '')}-${t`not saved`}.csv`, text, 'text/csv;charset=utf-8')
    } finally {
      setFetching(false)
    }
  }
  if (im.UndoneAt && left > 0)
    return (
      <section className={css.result} role="status">
        <p className={css.big}>
          <Icon name="stop" size={30} />
          <Plural value={left} one="# order is still to be undone" other="# orders are still to be undone" />
        </p>
        <p>
          <Trans>
            {im.UndoneBy} began to undo this file <Ago at={im.UndoneAt} />, and it was cut off.
          </Trans>
        </p>
        <Group>
          <Button ref={next} color="red" loading={undoing} onClick={onUndo}>
            <Trans>Finish the undo</Trans>
          </Button>
          <Button variant="default" disabled={undoing} onClick={() => void navigate({ to: '/OpenOrders', search: { of: im.ImportId } })}>
            <Trans>Show these orders</Trans>
          </Button>
        </Group>
      </section>
    )
  if (im.UndoneAt)
    return (
      <section className={css.result} role="status">
        <p className={css.big}>
          <Icon name="check" size={30} />
          <Plural value={im.Counts.saved} one="# order undone" other="# orders undone" />
        </p>
        <p>
          <Trans>
            {im.UndoneBy} undid this file <Ago at={im.UndoneAt} />. It can be uploaded again.
          </Trans>
        </p>
        <Group>
          <Button ref={next} onClick={() => void navigate({ to: home[im.Kind], search: {} })}>
            <Trans>All open orders</Trans>
          </Button>
        </Group>
      </section>
    )
  return (
    <section className={css.result} role="status">
      <p className={css.big}>
        <Icon name="check" size={30} />
        <Plural value={im.Counts.saved} one="# order saved" other="# orders saved" />
      </p>
      {im.Kind === 'purchase' && (
        <p>
          <Plural value={im.Counts.added ?? 0} one="# purchase order is new" other="# purchase orders are new" />,{' '}
          <Plural value={im.Counts.changed ?? 0} one="# was changed" other="# were changed" />,{' '}
          <Plural value={im.Counts.kept ?? 0} one="# was here already" other="# were here already" />.
        </p>
      )}
      {reported > 0 && (
        <p>
          <Plural
            value={reported}
            one="# order was not saved; the report says why."
            other="# orders were not saved; the report says why."
          />
        </p>
      )}
      <Group>
        {im.Kind === 'order' && (
          <Button ref={next} onClick={() => void navigate({ to: '/OpenOrders', search: { of: im.ImportId } })}>
            <Trans>Show these orders</Trans>
          </Button>
        )}
        {reported > 0 && (
          <Button variant="default" leftSection={<Icon name="export" />} loading={fetching} onClick={() => void report()}>
            <Trans>Download the report</Trans>
          </Button>
        )}
        <Button
          ref={im.Kind === 'order' ? null : next}
          variant={im.Kind === 'order' ? 'subtle' : 'filled'}
          onClick={() => void navigate({ to: home[im.Kind], search: {} })}
        >
          {im.Kind === 'purchase' ? <Trans>Purchase orders to ship</Trans> : <Trans>All open orders</Trans>}
        </Button>
        {im.Kind === 'order' && im.Counts.saved > 0 && !asks && (
          <Button variant="subtle" color="red" onClick={() => setAsks(true)}>
            <Trans>Undo this file</Trans>
          </Button>
        )}
      </Group>
      {asks && (
        <Group>
          <span>
            <Plural
              value={im.Counts.saved}
              one="Remove the # order of this file from the open orders?"
              other="Remove all # orders of this file from the open orders?"
            />
          </span>
          <Button color="red" loading={undoing} onClick={onUndo}>
            <Trans>Undo this file</Trans>
          </Button>
          <Button variant="default" disabled={undoing} onClick={() => setAsks(false)}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      )}
    </section>
  )
}
