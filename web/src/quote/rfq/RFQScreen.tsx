import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import type { QuoteOffered, QuoteRFQStatus } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { localAt } from '@/kit/format/day'
import { DateTime, Day, useLocale, useNow } from '@/kit/format/Formats'
import { measure, money } from '@/kit/format/measure'
import { span } from '@/kit/format/time'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { toasts } from '@/kit/toast/toast'
import { Button, Menu } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { removeForm } from '../office/forms'
import css from '../office/Quotes.module.css'
import { acceptable, states } from '../office/states'
import { reasonWords, whyWords } from '../words'
import { AttachmentsPart } from './AttachmentsPart'
import { BaselinePart } from './BaselinePart'
import { awardForm, closeForm, deadlineForm, declineForm, moreForm, priceForm } from './forms'
import { equipmentWords, sentWords, standings } from './words'

/** One truckload RFQ: the load, and what carriers offer for it, the lowest total first. */
export function RFQScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const found = useCall('Carriers/GetRFQCarrierStatus', { RFQId: id })
  // The rows of this device tell that a carrier has answered; what it is worth beside the others the server says.
  const stamp = useLiveQuery(async () => {
    const rows = (await local().quote.toArray()).filter((q) => q.requestId === id)
    return rows.map((q) => [q.id, q.state, q.answers, q.openings, q.acknowledgedAt].join()).join(';')
  }, [id])
  const { again } = found.remote
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a row has changed
  useEffect(() => {
    if (stamp) again()
  }, [stamp])
  const r = found.data?.rfq
  const now = useNow()
  const ahead = r?.state === 'open' && Date.parse(r.deadlineAt ?? '') > now
  return (
    <Screen
      title={r ? r.number : t`Truckload RFQ`}
      below={
        <PageLink to={{ page: 'TruckloadRFQ' }}>
          <Trans>All truckload RFQs</Trans>
        </PageLink>
      }
      actions={
        r?.state === 'open' && (
          <>
            <Button disabled={!ahead} onClick={() => void openForm(moreForm(r))}>
              <Trans>Send to more carriers</Trans>
            </Button>
            <Button
              variant="default"
              disabled={!ahead}
              onClick={() => void openForm(deadlineForm(r), { Deadline: localAt(r.deadlineAt ?? Date.now()) })}
            >
              <Trans>Move the deadline</Trans>
            </Button>
            <Button variant="default" onClick={() => void openForm(closeForm(r))}>
              <Trans>Close RFQ</Trans>
            </Button>
          </>
        )
      }
    >
      <Pending called={found} offline={msg`Offers are compared by the server, and there is no connection now.`}>
        {found.data && <LoadPart of={found.data} />}
        {found.data && <OffersPart of={found.data} />}
        {found.data && <BaselinePart id={id} currency={found.data.currency} />}
        {found.data && <AttachmentsPart of={found.data} />}
      </Pending>
    </Screen>
  )
}

function LoadPart({ of: { rfq: r } }: { of: QuoteRFQStatus }) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const words = useWords()
  const now = useNow()
  const a = r.asked
  const left = Date.parse(r.deadlineAt ?? '') - now
  const town = (p: typeof a.from) => [[p.city, p.state].filter(Boolean).join(', '), p.zip, p.country].filter(Boolean).join(' ')
  const why = whyWords[r.why]
  return (
    <Part title={msg`Load`}>
      <p className={css.title}>
        <strong>
          {town(a.from)} → {town(a.to)}
        </strong>{' '}
        <StatusBadge {...standings[r.state]} />
      </p>
      <p className={css.title}>
        <Day text={a.shipOn} /> {[a.pickupFrom, a.pickupTo].filter(Boolean).join('–')}
        {a.arriveBy && (
          <>
            {' · '}
            <Trans>
              deliver by <Day text={a.arriveBy} />
            </Trans>
          </>
        )}
      </p>
      <p className={css.title}>
        {[a.equipment && words(equipmentWords[a.equipment]), a.items[0]?.description, measure(a.weight, locale), a.items[0]?.temperature]
          .filter(Boolean)
          .join(' · ')}{' '}
        {a.pallets > 0 && (
          <>
            {'· '}
            <Plural value={a.pallets} one="# pallet" other="# pallets" />
          </>
        )}
      </p>
      {r.note && <p className={css.quiet}>{r.note}</p>}
      <p className={css.quiet}>
        {r.state === 'closed' && why ? (
          i18n._(why)
        ) : r.state === 'open' && left > 0 ? (
          <Trans>
            answers until <DateTime at={r.deadlineAt} />, {span(left, locale)} left
          </Trans>
        ) : r.state === 'open' ? (
          <Trans>
            the time to answer is over; prices hold until <DateTime at={r.validUntil} />
          </Trans>
        ) : null}
      </p>
    </Part>
  )
}

function OffersPart({ of: { rfq: r, currency, carriers, counts } }: { of: QuoteRFQStatus }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const waiting = carriers.filter((o) => o.state === 'requested').length
  return (
    <Part title={msg`Offers`}>
      <Table<QuoteOffered>
        label={t`Offers for ${r.number}`}
        caption={
          <Plural value={counts.total} one="# carrier asked. Ranked by lowest total." other="# carriers asked. Ranked by lowest total." />
        }
        rows={carriers}
        keyOf={(o) => o.id}
        mark={(o) => (o.state === 'won' ? 'chosen' : o.state === 'withdrawn' ? 'none' : undefined)}
        columns={[
          { head: t`Rank`, number: true, cell: (o) => (o.rank > 0 ? o.rank : '') },
          { head: t`Carrier`, name: true, cell: (o) => `${o.carrierName} · ${o.carrier}` },
          { head: t`Status`, cell: (o) => <StatusBadge {...(sentWords[o.status] ?? states[o.state])} /> },
          { head: t`Offer`, number: true, cell: (o) => o.amountMinor > 0 && money(o.amountMinor, o.currency, locale) },
          {
            head: t`Total (${currency})`,
            number: true,
            cell: (o) =>
              o.homeMinor > 0
                ? money(o.homeMinor, currency, locale)
                : o.amountMinor > 0 && <small className={css.quiet}>{t`No exchange rate for ${o.currency}`}</small>,
          },
          { head: t`Above lowest`, number: true, cell: (o) => o.overMinor > 0 && money(o.overMinor, currency, locale) },
          { head: t`Days in transit`, number: true, cell: (o) => o.days || '' },
          {
            head: t`Note`,
            cell: (o) => {
              const reason = reasonWords[o.reason]
              return [reason && i18n._(reason), o.note, o.contactName, o.contactPhone].filter(Boolean).join(' · ')
            },
          },
          r.state === 'open' && { head: t`Actions`, cell: (o) => <OfferActions o={o} waiting={waiting} /> },
        ]}
      />
    </Part>
  )
}

function OfferActions({ o, waiting }: { o: QuoteOffered; waiting: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const of = { RFQId: o.requestId, SCAC: o.carrier }
  if (o.state === 'withdrawn') return null
  return (
    <span className={css.actions}>
      {acceptable(o) && (
        <Button
          size="compact-sm"
          variant={o.rank === 1 ? 'filled' : 'default'}
          aria-label={t`Award to ${o.carrierName}, ${money(o.amountMinor, o.currency, locale)}`}
          onClick={() => void openForm(awardForm(o, locale, waiting))}
        >
          <Trans>Award</Trans>
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" aria-label={t`More of ${o.carrierName}`}>
            ⋯
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              void act(async () => {
                await call('Carriers/ResendCarrierRFQ', of)
                toasts.good(msg`A new link is on its way to ${o.email}.`)
              })
            }
          >
            <Trans>Send a new link</Trans>
          </Menu.Item>
          {o.status === 'sent' && (
            <Menu.Item onClick={() => void act(() => call('Carriers/ConfirmedCarrierEmail', of))}>
              <Trans>Acknowledged by e-mail</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void openForm(priceForm(o), { flag: 'phone' })}>
            <Trans>Enter a price</Trans>
          </Menu.Item>
          {o.state === 'requested' && (
            <Menu.Item onClick={() => void openForm(declineForm(o))}>
              <Trans>Record no bid</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void openForm(removeForm(o))}>
            <Trans>Remove carrier</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
