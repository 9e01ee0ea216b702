import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Ago } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import css from './Today.module.css'

/** Sample data to try the product out with: loaded and removed again, and never a record of the organization's own. */
export function Samples() {
  const { t } = useLingui()
  const refusal = useRefusal()
  const asked = useCall('Org/Samples', undefined, { staleMs: 0 })
  const steps = useCall('Org/FirstSteps', undefined, { staleMs: 0 })
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [said, setSaid] = useState('')
  const now = asked.data
  const run = async (what: 'Org/LoadSamples' | 'Org/RemoveSamples', done: string) => {
    if (busy) return
    setBusy(true)
    setTrouble('')
    setSaid('')
    try {
      await theRemote().call(what, {})
      setSaid(done)
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setBusy(false)
      asked.remote.again()
    }
  }
  if (!now || (!now.loaded && !said && steps.data?.gone !== false)) return null // offered to a new organization alone
  return (
    <section className={css.part} aria-labelledby="samples">
      <div className={css.row}>
        <h2 id="samples">
          <Trans>Sample data</Trans>
        </h2>
        {now.loaded && (
          <span className={css.quiet}>
            {now.by} · <Ago at={now.at} />
          </span>
        )}
        {now.loaded ? (
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void run('Org/RemoveSamples', t`Sample data removed.`)}>
            <Trans>Remove sample data</Trans>
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void run('Org/LoadSamples', t`Sample data loaded.`)}>
            <Trans>Load sample data</Trans>
          </Button>
        )}
      </div>
      <p className={css.quiet}>
        {now.loaded ? (
          <Plural
            value={now.orders}
            one="Warehouse SAMPLE holds # open order. Removing it touches no record of your own."
            other="Warehouse SAMPLE holds # open orders. Removing it touches no record of your own."
          />
        ) : (
          <Trans>A warehouse, carriers, customers, items and open orders to try things out. They can be removed without a trace.</Trans>
        )}
      </p>
      {said && <p role="status">{said}</p>}
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
    </section>
  )
}
