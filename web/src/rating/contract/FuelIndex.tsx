import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Alert, Button, Group, TextInput } from '@/kit/ui'
import css from '../Rating.module.css'

/** The weekly diesel index that fuel tables look at. */
export function FuelIndex() {
  const { t } = useLingui()
  const got = useCall('Rating/FuelIndex', undefined, { staleMs: 0 })
  const [monday, setMonday] = useState<string>()
  const [price, setPrice] = useState('')
  const { trouble, work } = useWork()
  const day = monday ?? got.data?.current ?? ''
  const save = () =>
    work(async () => {
      await call('Rating/SaveFuelWeek', { monday: day, price })
      setPrice('')
      setMonday(undefined)
      got.remote.again()
    })
  return (
    <section>
      <h2>
        <Trans>Fuel index</Trans>
      </h2>
      {got.data?.missing && (
        <Alert color="yellow" role="status">
          <Trans>
            The week of <Day text={got.data.current} /> is missing. Contracts with a fuel table give no prices until it is entered.
          </Trans>
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
          <TextInput label={t`Monday`} type="date" required value={day} onChange={(e) => setMonday(e.currentTarget.value)} />
          <TextInput
            label={t`Diesel, USD per gallon`}
            inputMode="decimal"
            required
            value={price}
            onChange={(e) => setPrice(e.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            <Trans>Save the week</Trans>
          </Button>
        </Group>
      </form>
      <ul className={css.columns}>
        {got.data?.weeks.slice(0, 18).map((w) => (
          <li key={w.monday}>
            <Day text={w.monday} /> <span>{w.price}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
