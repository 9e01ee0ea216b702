import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Alert, Button, Group, TextInput } from '@/kit/ui'
import css from '../Rating.module.css'

/** What other currencies are worth, by day: offers are compared in the organisation's own. */
export function ExchangeRates() {
  const { t } = useLingui()
  const got = useCall('Rating/Exchange', undefined, { staleMs: 0 })
  const [typed, setTyped] = useState<{ currency?: string; day?: string; rate?: string }>({})
  const { trouble, work } = useWork()
  const home = got.data?.home ?? 'USD'
  const missing = got.data?.missing ?? []
  const currency = typed.currency ?? missing[0] ?? got.data?.rates[0]?.currency ?? (home === 'CAD' ? 'USD' : 'CAD')
  const day = typed.day ?? got.data?.today ?? ''
  const save = () =>
    work(async () => {
      await call('Rating/SaveExchange', { currency, day, rate: typed.rate ?? '' })
      setTyped({})
      got.remote.again()
    })
  return (
    <section>
      <h2>
        <Trans>Exchange rates</Trans>
      </h2>
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          <Trans>Contracts in {missing.join(', ')} are not compared: there is no rate of the last seven days.</Trans>
        </Alert>
      )}
      {trouble}
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void save()
        }}
      >
        <Group align="end">
          <TextInput
            label={t`Currency`}
            required
            maxLength={3}
            w="6em"
            value={currency}
            onChange={(e) => setTyped((s) => ({ ...s, currency: e.currentTarget.value.toUpperCase() }))}
          />
          <TextInput
            label={t`Day`}
            type="date"
            required
            value={day}
            onChange={(e) => setTyped((s) => ({ ...s, day: e.currentTarget.value }))}
          />
          <TextInput
            label={t`One ${currency} in ${home}`}
            inputMode="decimal"
            required
            value={typed.rate ?? ''}
            onChange={(e) => setTyped((s) => ({ ...s, rate: e.currentTarget.value }))}
          />
          <Button type="submit" variant="default">
            <Trans>Save the rate</Trans>
          </Button>
        </Group>
      </form>
      <ul className={css.columns}>
        {got.data?.rates.slice(0, 18).map((r) => (
          <li key={`${r.currency} ${r.day}`}>
            <span>
              {r.currency} · <Day text={r.day} />
            </span>{' '}
            <span>{r.rate}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
