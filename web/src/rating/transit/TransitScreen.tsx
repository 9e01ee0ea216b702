import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { Awaited } from '../contract/ContractsScreen'
import { modeWords } from '../modes'
import css from '../Rating.module.css'
import type { RateSearch } from '../rate/search'
import { Scroll } from '../Scroll'

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
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{t`Transit time`}</h1>
      </header>
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
        <Awaited called={got}>
          {r && r.rows.length === 0 && (
            <Alert color="yellow" role="status">
              <Trans>No contract goes there.</Trans>
            </Alert>
          )}
          {r && r.rows.length > 0 && (
            <Scroll label={t`Transit time`}>
              <table className={css.table}>
                <caption>
                  <Trans>
                    About {r.miles} miles by road, {r.straight} in a straight line between the middles of the postal areas. Days are working
                    days.
                  </Trans>
                </caption>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Carrier</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Mode</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Transit</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Arrives</Trans>
                    </th>
                    <th scope="col">
                      <Trans>From</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {r.rows.map((c) => (
                    <tr key={`${c.carrier}/${c.tariffName}`}>
                      <th scope="row">
                        {c.carrierName}
                        <small>{c.carrier}</small>
                      </th>
                      <td>{words(modeWords[c.mode])}</td>
                      <td>
                        <Plural value={c.days} one="# day" other="# days" />
                      </td>
                      <td>
                        <Day text={c.arrivesOn} />
                      </td>
                      <td>{c.estimated ? <Trans>estimated from the miles</Trans> : `${c.tariffName} v${c.version}`}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )}
        </Awaited>
      ) : (
        <p className={css.quiet}>
          <Trans>Enter two postal codes of the United States or Canada.</Trans>
        </p>
      )}
    </div>
  )
}
