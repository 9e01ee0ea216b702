import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RatingMarkup, RatingMarkupReq } from '@sync/gen/api'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { Awaited } from '../contract/ContractsScreen'
import { type Mode, modeWords } from '../modes'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
import { markupForm } from './markupForm'

const kinds: Record<RatingMarkup['Kind'], Words> = { flat: msg`Amount`, percent: msg`Percent`, percentMin: msg`Percent, at least` }

/** What customers pay on top of the carrier's price. */
export function MarkupScreen() {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const [trouble, setTrouble] = useState<string>()
  const got = useCall('Initial/GetCustomerMarkups', undefined, { staleMs: 0 })
  const edit = async (m?: RatingMarkup) => {
    const initial: Partial<RatingMarkupReq & { Floor: string }> = m
      ? { MarkupId: m.MarkupId, Customer: m.Customer, Mode: m.Mode, Kind: m.Kind, Value: m.Value, Floor: (m.FloorMinor / 100).toFixed(2) }
      : { Kind: 'percent' }
    if (await openForm(markupForm, initial)) got.remote.again()
  }
  const drop = async (m: RatingMarkup) => {
    setTrouble(undefined)
    try {
      await call('Initial/DeleteCustomerMarkup', { MarkupId: m.MarkupId })
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    got.remote.again()
  }
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{t`Customer markup`}</h1>
        <div className={css.actions}>
          <Button onClick={() => void edit()}>
            <Trans>Add a markup</Trans>
          </Button>
        </div>
      </header>
      <p className={css.quiet}>
        <Trans>
          It is taken on the carrier's total. A customer's own counts before everybody's, and one for the mode before one for all modes.
        </Trans>
      </p>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <Awaited called={got}>
        {got.data?.Markups.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No markups. Customers pay what the carrier asks.</Trans>
          </p>
        ) : (
          <Scroll label={t`Customer markup`}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Customer</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Mode</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Markup</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Actions</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {got.data?.Markups.map((m) => (
                  <tr key={m.MarkupId}>
                    <th scope="row">{m.Customer || t`every other customer`}</th>
                    <td>{m.Mode in modeWords ? words(modeWords[m.Mode as Mode]) : t`all modes`}</td>
                    <td>
                      {words(kinds[m.Kind])}: {m.Kind === 'flat' ? money(Math.round(Number(m.Value) * 100), 'USD', locale) : `${m.Value} %`}
                      {m.Kind === 'percentMin' && ` · ${money(m.FloorMinor, 'USD', locale)}`}
                    </td>
                    <td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t`Change the markup of ${m.Customer || t`every other customer`}`}
                        onClick={() => void edit(m)}
                      >
                        <Trans>Change</Trans>
                      </Button>{' '}
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t`Delete the markup of ${m.Customer || t`every other customer`}`}
                        onClick={() => void drop(m)}
                      >
                        <Trans>Delete</Trans>
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Awaited>
    </div>
  )
}
