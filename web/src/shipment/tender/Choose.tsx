import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { ShipmentChoice, ShipmentInfoResp } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { useState } from 'react'
import { Marks } from '@/carrier/public'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button, Checkbox, NumberInput, Radio, Switch, TextInput } from '@/kit/ui'
import { CarrierChoice } from '../build/inputs'
import { Payer } from '../payer/Payer'
import css from './Tender.module.css'

const said = (c: ShipmentChoice) => c.refused || c.offLane

/** Whom a shipment in Rate & Route goes to, and who after a no. */
export function Choose({ s }: { s: Shipment }) {
  const info = useCall('Shipment/TenderInfo', { ShipmentId: s.id }, { staleMs: 0 })
  return (
    <Pending called={info} offline={msg`A tender is made on the server, and there is no connection now.`}>
      {info.data && <Form s={s} info={info.data} again={info.remote.again} />}
    </Pending>
  )
}

function Form({ s, info, again }: { s: Shipment; info: ShipmentInfoResp; again: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { busy, trouble, work } = useWork()
  const collect = s.terms === 'C'
  const [picked, setFirst] = useState<string>()
  // Who has said no to this very load, or does not serve its lane, is asked again only where somebody wants it.
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({})
  const isAsked = (c: ShipmentChoice) => wanted[c.sheet] ?? !said(c)
  const [carrier, setCarrier] = useState<string | undefined>(s.carrier || undefined)
  const [asks, setAsks] = useState(true)
  const [hours, setHours] = useState(info.minutes / 60)
  const [email, setEmail] = useState('')
  const [seen, setSeen] = useState(false)
  const [daySeen, setDaySeen] = useState(false)
  const refusal = useRefusal()
  const chosen = info.choices.find((c) => c.sheet === picked) ?? info.choices.find((c) => !said(c)) ?? info.choices[0]
  const first = chosen?.sheet
  const next = info.choices.filter((c) => c !== chosen && isAsked(c))
  const differs = info.nowZip !== ''
  // Each carrier has a calendar of its own.
  const other = useCall(
    'Shipment/TenderInfo',
    { ShipmentId: s.id, Carrier: carrier ?? '' },
    { enabled: collect && Boolean(carrier) && carrier !== s.carrier },
  )
  const closing = (collect ? other.data : chosen) || info
  const closed = asks && closing.closed !== ''
  const over = closing.closed === 'pickup-in-past' || closing.closed === 'pickup-window-over'
  const ready = (collect ? Boolean(carrier) : Boolean(chosen)) && (!differs || seen) && (!closed || (daySeen && !over))

  const doIt = async (run: () => Promise<unknown>) => {
    await work(run)
    again() // a price or an address may be otherwise now, and the row that stands comes by itself
  }
  const asking = {
    Ask: asks,
    Minutes: Math.max(1, Math.round(hours * 60)),
    Email: email.trim(),
    AddressSeen: seen,
    DaySeen: daySeen,
  }
  const tender = () =>
    doIt(() =>
      collect
        ? call('Shipment/CollectTender', { ShipmentId: s.id, Carrier: carrier ?? '', ...asking })
        : call('Shipment/TenderByShipmentPricesheet', {
            TenderingShipmentID: s.id,
            TenderingPricesheetID: chosen?.sheet ?? '',
            PriceMinor: chosen?.totalMinor ?? 0,
            Next: asks ? next.map((c) => c.sheet) : [],
            ...asking,
          }),
    )
  const rate = () => doIt(() => call('Shipment/RateShipments', { ShipmentIds: [s.id], Defaults: true }))

  return (
    <section className={css.choose} aria-label={t`Tender`}>
      {differs && (
        <Alert color="yellow" role="alert">
          <p>
            <Trans>
              The address differs from the postal code used in the rate request: {info.ratedZip} was rated, {info.nowZip} stands on the
              shipment.
            </Trans>
          </p>
          <div className={css.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => void rate()}>
              <Trans>Rate again</Trans>
            </Button>
            <Checkbox label={t`Tender anyway`} checked={seen} onChange={(e) => setSeen(e.currentTarget.checked)} />
          </div>
        </Alert>
      )}
      {closed && (
        <Alert color="yellow" role="alert">
          <p>
            {refusal.known(closing.closed, {
              day: day(s.shipOn, locale),
              holiday: closing.holiday,
              hours: closing.holiday,
              time: closing.closedAt,
            })}
          </p>
          {!over && <Checkbox label={t`Pickup`} checked={daySeen} onChange={(e) => setDaySeen(e.currentTarget.checked)} />}
        </Alert>
      )}
      <Marks scac={collect ? carrier : chosen?.carrier} />
      {(collect ? carrier : chosen) && <Payer of={{ ShipmentId: s.id, Carrier: (collect ? carrier : chosen?.carrier) ?? '' }} />}
      {collect ? (
        <CarrierChoice
          id="tender-carrier"
          name="Carrier"
          label={t`The customer's carrier`}
          hint={t`The consignee pays and has chosen it`}
          required
          value={carrier}
          onChange={setCarrier}
        />
      ) : info.choices.length === 0 ? (
        <>
          <p>
            {info.rated ? <Trans>No carrier has a price for this shipment.</Trans> : <Trans>This shipment has not been rated yet.</Trans>}
          </p>
          <div className={css.buttons}>
            <Button variant={info.rated ? 'default' : 'filled'} loading={busy} onClick={() => void rate()}>
              <Trans>Rate</Trans>
            </Button>
            {info.rated && (
              <PageLink to={{ page: 'ReviewRates', search: { shipment: s.id } }}>
                <Trans>Why there is no price</Trans>
              </PageLink>
            )}
          </div>
        </>
      ) : (
        <>
          <Radio.Group label={t`First carrier`} value={first ?? ''} onChange={setFirst}>
            <ol className={css.choices}>
              {info.choices.map((c) => (
                <Candidate
                  key={c.sheet}
                  c={c}
                  first={c.sheet === first}
                  after={asks && c.sheet !== first ? isAsked(c) : undefined}
                  price={money(c.totalMinor, c.currency, locale)}
                  onAfter={(on) => setWanted((w) => ({ ...w, [c.sheet]: on }))}
                />
              ))}
            </ol>
          </Radio.Group>
          <PageLink to={{ page: 'ReviewRates', search: { shipment: s.id } }}>
            <Trans>Rate receipts and ranking</Trans>
          </PageLink>
        </>
      )}
      {(collect || info.choices.length > 0) && (
        <>
          <Switch
            label={t`Ask the carrier to confirm`}
            description={t`By mail, with a link to answer on the phone. Off: you have spoken with them.`}
            checked={asks}
            onChange={(e) => setAsks(e.currentTarget.checked)}
          />
          {asks && (
            <div className={css.row}>
              <NumberInput
                label={t`Hours to answer`}
                min={0.25}
                max={720}
                step={1}
                decimalScale={2}
                value={hours}
                onChange={(v) => setHours(Number(v) || info.minutes / 60)}
              />
              <TextInput
                label={t`Mail to`}
                type="email"
                placeholder={(collect ? (other.data ?? info).email : chosen?.email) || t`no address is known`}
                value={email}
                onChange={(e) => setEmail(e.currentTarget.value)}
              />
            </div>
          )}
          {asks && !collect && (
            <p className={css.quiet}>
              {next.length > 0 ? (
                <Plural
                  value={next.length}
                  one="After a reject or no answer, the tender goes to # other carrier."
                  other="After a reject or no answer, the tender goes to # other carriers in this order."
                />
              ) : (
                <Trans>After a reject or no answer, the shipment returns to Rate & Route.</Trans>
              )}
            </p>
          )}
          <div className={css.buttons}>
            <Button loading={busy} disabled={!ready} onClick={() => void tender()}>
              {collect ? <Trans>Tender</Trans> : <Trans>Tender to {chosen?.carrierName}</Trans>}
            </Button>
          </div>
        </>
      )}
      {trouble}
    </section>
  )
}

interface CandidateProps {
  c: ShipmentChoice
  first: boolean
  /** Undefined where nobody is asked after it. */
  after: boolean | undefined
  price: string
  onAfter: (on: boolean) => void
}

function Candidate({ c, first, after, price, onAfter }: CandidateProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  return (
    <li data-first={first || undefined}>
      <Radio value={c.sheet} label={c.carrierName} description={refusal.known(c.why, { value: c.whyValue })} />
      <span className={css.price}>{price}</span>
      <span className={css.quiet}>{c.days > 0 && <Plural value={c.days} one="# day" other="# days" />}</span>
      {c.refused && <StatusBadge hue="attention" label={msg`rejected`} />}
      {!c.refused && c.offLane && <StatusBadge hue="attention" label={msg`does not serve this lane`} />}
      {after !== undefined && (
        <Checkbox
          label={t`tender next`}
          aria-label={t`Tender to ${c.carrierName} next`}
          checked={after}
          onChange={(e) => onAfter(e.currentTarget.checked)}
        />
      )}
    </li>
  )
}
