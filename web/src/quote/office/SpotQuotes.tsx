import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { Quote } from '@sync/gen/tables'
import { fetchFile } from '@sync/transfer'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { Ago, DateTime, useLocale, useNow } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { span } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { saveFile } from '@/kit/list/csv'
import { PageLink } from '@/kit/page/PageLink'
import { useRefusal } from '@/kit/remote/refusal'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { toasts } from '@/kit/toast/toast'
import { Button, Menu } from '@/kit/ui'
import { reasonWords, whyWords } from '../words'
import { ClientPapers } from './ClientPapers'
import { acceptForm, askForQuotes, closeForm, moveDeadline, removeForm, sheetForm } from './forms'
import { QuoteOpenings } from './QuoteOpenings'
import css from './Quotes.module.css'
import { acceptable, states } from './states'
import { type Asked, useQuotes } from './useQuotes'

interface SpotQuotesProps {
  shipmentId: string
  /** Whether the shipment waits for a carrier: only then may others be asked, or an answer be taken. */
  open: boolean
}

/** A shipment's spot quotes: whom to ask, who has looked and answered, and which answer to take. It stands by itself wherever a shipment is shown. */
export function SpotQuotes({ shipmentId, open }: SpotQuotesProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const asked = useQuotes(shipmentId)
  const now = useNow()
  const [papers, setPapers] = useState(false)
  if (!asked || (asked.length === 0 && !open)) return null
  const [latest, ...earlier] = asked
  const tell = (run: () => Promise<unknown>) => () =>
    run().catch((err: unknown) => {
      refusal.tell(err)
    })
  const currency = latest?.request.state === 'open' ? latest.request.currency : 'USD'
  return (
    <Part
      title={msg`Spot quotes`}
      actions={
        open && (
          <span className={css.actions}>
            <Button size="compact-sm" onClick={() => void askForQuotes([shipmentId])}>
              {latest ? <Trans>Request more quotes</Trans> : <Trans>Request quotes</Trans>}
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button size="compact-sm" variant="default" aria-label={t`More of spot quotes`}>
                  <Icon name="down" size="1em" />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void openForm(sheetForm(shipmentId, currency), { flag: 'phone' })}>
                  <Trans>Enter an answer</Trans>
                </Menu.Item>
                <Menu.Item onClick={() => setPapers(true)}>
                  <Trans>Documents for carriers</Trans>
                </Menu.Item>
                {latest?.request.state === 'open' && (
                  <Menu.Item
                    disabled={Date.parse(latest.request.deadlineAt ?? '') <= now}
                    onClick={() => void moveDeadline(latest.request)}
                  >
                    <Trans>Move the deadline</Trans>
                  </Menu.Item>
                )}
                {latest?.request.state === 'open' && (
                  <Menu.Item onClick={() => void openForm(closeForm(latest.request))}>
                    <Trans>End the request</Trans>
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </span>
        )
      }
    >
      {!latest && (
        <p className={css.quiet}>
          <Trans>No quotes requested yet. Carriers answer by a link in a mail, without signing in.</Trans>
        </p>
      )}
      {latest && <RequestPart asked={latest} open={open} tell={tell} />}
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>
            <Plural value={earlier.length} one="# earlier request" other="# earlier requests" />
          </summary>
          {earlier.map((a) => (
            <RequestPart key={a.request.id} asked={a} open={false} tell={tell} />
          ))}
        </details>
      )}
      {papers && <ClientPapers onClose={() => setPapers(false)} />}
    </Part>
  )
}

type Tell = (run: () => Promise<unknown>) => () => Promise<unknown>

function RequestPart({ asked: { request: r, quotes }, open, tell }: { asked: Asked; open: boolean; tell: Tell }) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const now = useNow()
  const left = Date.parse(r.deadlineAt ?? '') - now
  const why = whyWords[r.why]
  const lowest = quotes.find((q) => q.state === 'answered')
  const unanswered = left > 0 ? quotes.filter((q) => q.state === 'requested').length : 0
  return (
    <div className={css.request}>
      <p className={css.title}>
        <strong>{r.number}</strong>{' '}
        {r.state === 'open' ? (
          left > 0 ? (
            <Trans>
              answers until <DateTime at={r.deadlineAt} />, {span(left, locale)} left
            </Trans>
          ) : (
            <Trans>
              the time to answer is over; prices hold until <DateTime at={r.validUntil} />
            </Trans>
          )
        ) : (
          why && r.state === 'closed' && i18n._(why)
        )}
      </p>
      <ul className={css.quotes} aria-label={r.number}>
        {quotes.map((q) => (
          <QuoteLine key={q.id} q={q} open={open && r.state === 'open'} best={q === lowest} unanswered={unanswered} tell={tell} />
        ))}
      </ul>
      {r.state === 'awarded' && (
        <PageLink to={{ page: 'ReviewRates', search: { shipment: r.shipmentId } }}>
          <Trans>Why this carrier</Trans>
        </PageLink>
      )}
    </div>
  )
}

interface QuoteLineProps {
  q: Quote
  open: boolean
  best: boolean
  unanswered: number
  tell: Tell
}

function QuoteLine({ q, open, best, unanswered, tell }: QuoteLineProps) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const [looked, setLooked] = useState(false)
  const reason = reasonWords[q.reason]
  const price = money(q.amountMinor, q.currency, locale)
  const get = (f: Quote['files'][number]) =>
    tell(async () => {
      const blob = await fetchFile(f.blob)
      if (blob) saveFile(f.name, blob, f.type)
    })
  return (
    <li className={css.quote} data-won={q.state === 'won' || undefined} aria-label={q.carrierName}>
      <div className={css.who}>
        <strong>{q.carrierName}</strong> <StatusBadge {...states[q.state]} />
        {best && open && <StatusBadge hue="good" label={msg`lowest`} />}
        <small>
          {q.source !== 'link' && (q.source === 'phone' ? t`by telephone` : q.source === 'mail' ? t`by mail` : t`entered by hand`)}
          {q.source === 'link' &&
            (q.openings > 0 ? (
              <button type="button" className={css.link} onClick={() => setLooked(true)}>
                <Plural value={q.openings} one="opened once" other="opened # times" />
                {q.places > 1 && (
                  <>
                    {' '}
                    <Plural value={q.places} one="from # place" other="from # places" />
                  </>
                )}
                , <Ago at={q.openedAt} />
              </button>
            ) : (
              <Trans>
                not opened yet, mailed <Ago at={q.linkedAt} />
              </Trans>
            ))}
        </small>
      </div>
      <div className={css.offer}>
        {q.amountMinor > 0 && <b>{price}</b>}
        {q.days > 0 && (
          <span>
            <Plural value={q.days} one="# day" other="# days" />
          </span>
        )}
        {q.answers > 1 && (
          <small>
            <Trans>answer {q.answers}</Trans>
          </small>
        )}
      </div>
      {(reason || q.note || q.contactName || q.files.length > 0) && (
        <div className={css.said}>
          {reason && <span>{i18n._(reason)}</span>} {q.note && <span>{q.note}</span>}{' '}
          {q.contactName && (
            <small>
              {q.contactName} {q.contactPhone}
            </small>
          )}
          {q.files.map((f) => (
            <button key={f.id} type="button" className={css.link} onClick={get(f)}>
              <Icon name="export" size="1em" /> {f.name}
            </button>
          ))}
        </div>
      )}
      {open && (
        <div className={css.rowActions}>
          {acceptable(q) && (
            <Button
              size="compact-sm"
              variant={best ? 'filled' : 'default'}
              aria-label={t`Accept ${q.carrierName}, ${price}`}
              onClick={() => void openForm(acceptForm(q, locale, unanswered))}
            >
              <Trans>Accept</Trans>
            </Button>
          )}
          {q.state !== 'withdrawn' && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button size="compact-sm" variant="subtle" aria-label={t`More of ${q.carrierName}`}>
                  ⋯
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {q.email && (
                  <Menu.Item
                    onClick={tell(async () => {
                      await call('Quote/Resend', { QuoteID: q.id })
                      toasts.good(msg`A new link is on its way to ${q.email}.`)
                    })}
                  >
                    <Trans>Send a new link</Trans>
                  </Menu.Item>
                )}
                <Menu.Item onClick={() => void openForm(removeForm(q))}>
                  <Trans>Remove quote</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      )}
      {looked && <QuoteOpenings q={q} onClose={() => setLooked(false)} />}
    </li>
  )
}
