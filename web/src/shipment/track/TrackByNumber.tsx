import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentTracked } from '@sync/gen/api'
import { type FormEvent, useEffect, useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { GuestPage, Verdict } from '@/kit/guest/GuestPage'
import { MainButton } from '@/kit/guest/MainButton'
import { type Trouble, troubleOf } from '@/kit/guest/useLink'
import css from './Track.module.css'
import { Where } from './Where'

const query = new URL(location.href).searchParams
const org = query.get('brokerInfo') ?? ''

/** Anybody tracks a load by its BOL or PRO number and the ZIP that it goes to. */
export function TrackByNumber() {
  const { t } = useLingui()
  const [number, setNumber] = useState(query.get('trackid') ?? '')
  const [zip, setZip] = useState('')
  const [shown, setShown] = useState<ShipmentTracked>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = shown?.number ?? t`Tracking`
  }, [shown, t])
  const find = async (e: FormEvent) => {
    e.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      setShown(await ask('NewTrackingAPI/DisplayTrackingDetails', { brokerInfo: org, trackid: number, Zip: zip }))
    } catch (err) {
      setShown(undefined)
      setTrouble(troubleOf(err))
    } finally {
      setBusy(false)
    }
  }
  if (!org)
    return (
      <GuestPage>
        <Verdict verdict="bad" title={<Trans>This link is incomplete</Trans>}>
          <p>
            <Trans>Ask the shipper for the whole address.</Trans>
          </p>
        </Verdict>
      </GuestPage>
    )
  return (
    <GuestPage>
      {!shown && (
        <h1>
          <Trans>Track a shipment</Trans>
        </h1>
      )}
      {shown && <Where t={shown} />}
      {shown && (
        <h2>
          <Trans>Track another shipment</Trans>
        </h2>
      )}
      <form className={css.form} onSubmit={(e) => void find(e)}>
        <div className={css.field}>
          <label htmlFor="number">
            <Trans>BOL or PRO number</Trans>
          </label>
          <input id="number" required maxLength={40} autoComplete="off" value={number} onChange={(e) => setNumber(e.currentTarget.value)} />
        </div>
        <div className={css.field}>
          <label htmlFor="zip">
            <Trans>Destination ZIP</Trans>
          </label>
          <input id="zip" required maxLength={12} autoComplete="off" value={zip} onChange={(e) => setZip(e.currentTarget.value)} />
        </div>
        {trouble && (
          <p role="alert" className={css.bad}>
            {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Try again.</Trans>}
          </p>
        )}
        <MainButton type="submit" disabled={busy}>
          <Trans>Track</Trans>
        </MainButton>
      </form>
    </GuestPage>
  )
}
