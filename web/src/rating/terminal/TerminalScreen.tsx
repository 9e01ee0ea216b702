import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RatingServingTerminal, RatingTerminal } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { TakeRows } from '@/kit/rowfile/TakeRows'
import { Table } from '@/kit/table/Table'
import { Alert, Anchor, Button, TextInput, Title } from '@/kit/ui'
import { useCarriers } from '../CarrierChoice'
import { KeptButtons, useDrop } from '../Kept'
import css from '../Rating.module.css'
import type { RateSearch } from '../rate/search'
import { keptThere } from '../words'
import { terminalFile } from './terminalFile'
import { terminalForm } from './terminalForm'

/** Through which terminals each carrier goes between two postal codes, and all terminals that are known. */
export function TerminalScreen({ search }: { search: RateSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<RateSearch>(search)
  const ready = Boolean(search.from || search.to)
  const found = useCall('Rating/TerminalInfo', { From: search.from ?? '', To: search.to ?? '' }, { enabled: ready, staleMs: 0 })
  const all = useCall('Rating/Terminals', undefined, { staleMs: 0 })
  const names = new Map(useCarriers()?.map((c) => [c.value, c.label]))
  const again = () => {
    all.remote.again()
    if (ready) found.remote.again()
  }
  const { trouble, drop } = useDrop(again)
  const edit = async (terminal?: RatingTerminal) => {
    if (await openForm(terminalForm, { ...terminal })) again()
  }
  const rows = found.data?.Rows
  return (
    <Screen
      title={t`Terminal info`}
      actions={
        <>
          <TakeRows of={terminalFile} done={again} />
          <Button onClick={() => void edit()}>
            <Trans>Add a terminal</Trans>
          </Button>
        </>
      }
    >
      <form
        className={css.ask}
        onSubmit={(e) => {
          e.preventDefault()
          void navigate({ to: '/TerminalInfo', search: { from: typed.from || undefined, to: typed.to || undefined } })
        }}
      >
        <TextInput
          label={t`From ZIP`}
          maxLength={10}
          required={!typed.to}
          value={typed.from ?? ''}
          onChange={(e) => setTyped({ ...typed, from: e.currentTarget.value })}
        />
        <TextInput
          label={t`To ZIP`}
          maxLength={10}
          value={typed.to ?? ''}
          onChange={(e) => setTyped({ ...typed, to: e.currentTarget.value })}
        />
        <div>
          <Button type="submit">
            <Trans>Look up</Trans>
          </Button>
        </div>
      </form>
      {trouble}
      {ready && (
        <Pending called={found} offline={keptThere}>
          {rows?.length === 0 && (
            <Alert color="yellow" role="status">
              <Trans>No terminals yet. Add the first one.</Trans>
            </Alert>
          )}
          {rows && rows.length > 0 && (
            <Table
              label={t`Terminals on the way`}
              rows={rows}
              keyOf={(r) => r.Carrier}
              columns={[
                {
                  head: t`Carrier`,
                  name: true,
                  cell: (r) => (
                    <>
                      {r.CarrierName}
                      <small>{r.Carrier}</small>
                    </>
                  ),
                },
                Boolean(search.from) && { head: t`Origin terminal`, cell: (r) => <Serving at={r.Origin} /> },
                Boolean(search.to) && { head: t`Destination terminal`, cell: (r) => <Serving at={r.Destination} /> },
              ]}
            />
          )}
        </Pending>
      )}
      <Title order={2} size="h4">
        <Trans>All terminals</Trans>
      </Title>
      <Pending called={all} offline={keptThere}>
        {all.data?.Terminals.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No terminals yet. Add those of your carriers, and a postal code finds them.</Trans>
          </p>
        ) : (
          <Table
            label={t`All terminals`}
            rows={all.data?.Terminals ?? []}
            keyOf={(r) => r.TerminalId}
            columns={[
              {
                head: t`Terminal`,
                name: true,
                cell: (r) => (
                  <>
                    {r.Name}
                    <small>
                      {names.get(r.Carrier) ?? r.Carrier} · {r.Code}
                    </small>
                  </>
                ),
              },
              { head: t`Address`, cell: (r) => <Address of={r} /> },
              { head: t`Phone`, cell: (r) => <Contact of={r} /> },
              { head: t`Hours`, cell: (r) => <span className={css.whole}>{r.Hours}</span> },
              { head: t`Serves`, cell: (r) => r.Serves.join(', ') || t`closest terminal` },
              {
                head: t`Actions`,
                cell: (r) => {
                  const name = t`terminal ${r.Code} of ${r.Carrier}`
                  return (
                    <KeptButtons
                      name={name}
                      change={() => void edit(r)}
                      drop={() =>
                        void drop(
                          name,
                          () => call('Rating/DeleteTerminal', { TerminalId: r.TerminalId }),
                          () => call('Rating/RestoreTerminal', { Id: r.TerminalId }),
                        )
                      }
                    />
                  )
                },
              },
            ]}
          />
        )}
      </Pending>
    </Screen>
  )
}

function Serving({ at }: { at: RatingServingTerminal | null }) {
  if (!at)
    return (
      <span className={css.quiet}>
        <Trans>does not serve this place</Trans>
      </span>
    )
  return (
    <div>
      <strong>{at.Name}</strong> · {at.Code}
      <small>
        <Address of={at} />
      </small>
      <Contact of={at} />
      <small>
        {at.Hours && <>{at.Hours} · </>}
        {at.Nearest ? (
          <Plural value={at.Miles} one="the closest, # mile away" other="the closest, # miles away" />
        ) : (
          <Plural value={at.Miles} one="serves this place, # mile away" other="serves this place, # miles away" />
        )}
      </small>
    </div>
  )
}

function Address({ of }: { of: RatingTerminal }) {
  return <>{[of.Street, of.City, of.Zip].filter(Boolean).join(', ')}</>
}

function Contact({ of }: { of: RatingTerminal }) {
  return (
    <>
      {of.Phone && (
        <Anchor className={css.whole} href={`tel:${of.Phone.replace(/[^+\d]/g, '')}`}>
          {of.Phone}
        </Anchor>
      )}
      {of.Phone && of.Email && ' · '}
      {of.Email && <Anchor href={`mailto:${of.Email}`}>{of.Email}</Anchor>}
    </>
  )
}
