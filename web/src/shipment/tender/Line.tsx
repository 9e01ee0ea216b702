import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { Shipment, ShipmentTender } from '@sync/gen/tables'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Ago, DateTime, useLocale, useNow } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { span } from '@/kit/format/time'
import { useRefusal } from '@/kit/remote/refusal'
import { useWork } from '@/kit/remote/useWork'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { type Reason, reasonWords } from '../guest/reasons'
import { AskAgain } from './AskAgain'
import { resendForm } from './resendForm'
import css from './Tender.module.css'
import { TenderOpenings } from './TenderOpenings'
import { useDriverPhone, useTenders } from './useTender'
import { tenderStates } from './words'

/** Who was asked, who is asked now and who would be next. */
export function Line({ s, zone }: { s: Shipment; zone?: string }) {
  const { t } = useLingui()
  const tenders = useTenders(s.id)
  if (!tenders) return null
  const open = tenders.some((d) => d.state === 'open')
  return (
    <>
      {tenders.length > 0 && (
        <ol className={css.line} aria-label={t`Carrier order`}>
          {tenders.map((d) => (
            <One key={d.id} d={d} {...(zone ? { zone } : {})} />
          ))}
        </ol>
      )}
      {s.status === 'T' && !open && <AskAgain s={s} />}
    </>
  )
}

function One({ d, zone }: { d: ShipmentTender; zone?: string }) {
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const why = d.why && refusal.known(d.why, { value: d.whyValue })
  return (
    <li data-state={d.state}>
      <div className={css.who}>
        <strong>{d.carrierName}</strong> <span className={css.quiet}>{d.carrier}</span>
        {d.totalMinor > 0 && <span className={css.price}>{money(d.totalMinor, d.currency, locale)}</span>}
      </div>
      <StatusBadge {...tenderStates[d.state]} />
      {why && (d.state === 'open' || d.state === 'waiting') && <small className={css.quiet}>{why}</small>}
      {d.state === 'open' && <Open d={d} {...(zone ? { zone } : {})} />}
      {d.answeredAt && (
        <small className={css.quiet}>
          {d.answeredBy && `${d.answeredBy} · `}
          <Ago at={d.answeredAt} zone={zone} />
        </small>
      )}
      {d.state === 'rejected' && (
        <p>
          {d.reason in reasonWords ? words(reasonWords[d.reason as Reason]) : d.reason}
          {d.note && ` · ${d.note}`}
        </p>
      )}
      {d.state === 'accepted' && <Given d={d} {...(zone ? { zone } : {})} />}
    </li>
  )
}

/** What the carrier gave with its yes. */
function Given({ d, zone }: { d: ShipmentTender; zone?: string }) {
  const { t } = useLingui()
  const phone = useDriverPhone(d)
  const facts = [d.pro && t`PRO ${d.pro}`, d.driver && t`driver ${d.driver}`, phone, d.note].filter(Boolean)
  return (
    <p>
      {facts.join(' · ')}
      {d.pickupAt && (
        <>
          {facts.length > 0 && ' · '}
          <Trans>
            comes <DateTime at={d.pickupAt} zone={zone} />
          </Trans>
        </>
      )}
    </p>
  )
}

/** The one that is asked now: how long it has, whether it has looked, and the ways on for who will not wait. */
function Open({ d, zone }: { d: ShipmentTender; zone?: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { trouble, work } = useWork()
  const now = useNow()
  const [said, setSaid] = useState('')
  const [link, setLink] = useState('')
  const [looked, setLooked] = useState(false)
  const left = d.expiresAt ? Date.parse(d.expiresAt) - now : 0
  const act = (run: () => Promise<unknown>) => {
    setSaid('')
    return work(run)
  }
  const copy = () =>
    act(async () => {
      const { address } = await call('Shipment/TenderLink', { TenderId: d.id })
      const whole = location.origin + address
      setLink(whole)
      await navigator.clipboard.writeText(whole).then(
        () => setSaid(t`The link is copied. Send it to ${d.carrierName} and to nobody else.`),
        () => setSaid(t`Send this link to ${d.carrierName} and to nobody else.`), // a browser may forbid it: the link can be marked by hand
      )
    })
  return (
    <div className={css.open}>
      <p>
        {left > 0 ? (
          <Trans>
            Has until <DateTime at={d.expiresAt} zone={zone} />, {span(left, locale)}.
          </Trans>
        ) : (
          <Trans>Time is up; the tender goes to the next carrier in a moment.</Trans>
        )}{' '}
        {d.seenAt ? (
          <Trans>
            Opened the link <Ago at={d.seenAt} />.
          </Trans>
        ) : (
          <Trans>Has not opened the link yet.</Trans>
        )}
      </p>
      {!d.email && (
        <Alert color="yellow" role="status">
          <Trans>No e-mail address is known for {d.carrierName}, so no mail went out. Copy the link and send it yourself.</Trans>
        </Alert>
      )}
      <div className={css.buttons}>
        <Button size="compact-sm" variant="default" onClick={() => void copy()}>
          <Trans>Copy the carrier's link</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void openForm(resendForm(d), { Email: d.email })}>
          <Trans>Send a new link…</Trans>
        </Button>
        {d.seenAt && (
          <Button size="compact-sm" variant="default" onClick={() => setLooked(true)}>
            <Trans>Who opened it</Trans>
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => void act(() => call('Shipment/PassTender', { TenderId: d.id }))}>
          <Trans>Tender to next carrier</Trans>
        </Button>
      </div>
      {said && (
        <p role="status">
          {said} {link && <code className={css.link}>{link}</code>}
        </p>
      )}
      {trouble}
      {looked && <TenderOpenings d={d} onClose={() => setLooked(false)} />}
    </div>
  )
}
