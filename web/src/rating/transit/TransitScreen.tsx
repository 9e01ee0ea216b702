import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { modeName } from '@/kit/format/mode'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Alert, Button, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Rating.module.css'
import type { RateSearch } from '../rate/search'
import { keptThere } from '../words'

/** How long each carrier takes between two postal codes. */
export function TransitScreen({ search }: { search: RateSearch }) {
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<RateSearch>(search)
  const place = (zip: string | undefined) => ({ zip: zip ?? '', state: '', country: '' })
  const ready = Boolean(search.from && search.to)
  const got = useCall(
    'Rating/Transit',
    { From: place(search.from), To: place(search.to), ShipOn: search.on ?? '' },
    { enabled: ready, staleMs: 0 },
  )
  const r = got.data
  return (
    <Screen title={t`Transit time`}>
      <form
        className={css.ask}
        onSubmit={(e) => {
          e.preventDefault()
          void navigate({ to: '/TransitTime', search: typed })
        }}
      >
        <TextInput
          label={t`From ZIP`}
          required
          maxLength={10}
          value={typed.from ?? ''}
          onChange={(e) => setTyped({ ...typed, from: e.currentTarget.value })}
        />
        <TextInput
          label={t`To ZIP`}
          required
          maxLength={10}
          value={typed.to ?? ''}
          onChange={(e) => setTyped({ ...typed, to: e.currentTarget.value })}
        />
        <TextInput
          label={t`Ship date`}
          type="date"
          value={typed.on ?? ''}
          onChange={(e) => setTyped({ ...typed, on: e.currentTarget.value })}
        />
        <div>
          <Button type="submit">
            <Trans>Look up</Trans>
          </Button>
        </div>
      </form>
      {ready ? (
        <Pending called={got} offline={keptThere}>
          {r && r.rows.length === 0 && (
            <Alert color="yellow" role="status">
              <Trans>No contract covers this lane.</Trans>
            </Alert>
          )}
          {r && r.rows.length > 0 && (
            <Table
              label={t`Transit time`}
              caption={
                <Trans>
                  About {r.miles} miles by road, {r.straight} in a straight line between the middles of the postal areas. Days are working
                  days.
                </Trans>
              }
              rows={r.rows}
              keyOf={(c) => `${c.carrier}/${c.tariffName}`}
              columns={[
                {
                  head: t`Carrier`,
                  name: true,
                  cell: (c) => (
                    <>
                      {c.carrierName}
                      <small>{c.carrier}</small>
                    </>
                  ),
                },
                { head: t`Mode`, cell: (c) => words(modeName(c.mode)) },
                { head: t`Transit`, cell: (c) => <Plural value={c.days} one="# day" other="# days" /> },
                { head: t`Arrives`, cell: (c) => <Day text={c.arrivesOn} /> },
                {
                  head: t`From`,
                  cell: (c) => (c.estimated ? <Trans>estimated from the miles</Trans> : `${c.tariffName} v${c.version}`),
                },
              ]}
            />
          )}
        </Pending>
      ) : (
        <p className={css.quiet}>
          <Trans>Enter two postal codes of the United States or Canada.</Trans>
        </p>
      )}
    </Screen>
  )
}
