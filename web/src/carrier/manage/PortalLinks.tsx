import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import type { CarrierPortalRow, CarrierSendPortalReq } from '@sync/gen/api'
import { useMemo } from 'react'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { choice, Email } from '@/kit/form/inputs'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'

const standing = (c: CarrierPortalRow): { hue: Hue; label: Words } => {
  if (c.active) return c.openings > 0 ? { hue: 'good', label: msg`Opened` } : { hue: 'waiting', label: msg`Sent` }
  if (c.revokedAt) return { hue: 'stopped', label: msg`Revoked` }
  return c.sentAt ? { hue: 'attention', label: msg`Expired` } : { hue: 'quiet', label: msg`Not sent` }
}

const languages = choice<string>([
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
])

const booksAs = choice<NonNullable<CarrierSendPortalReq['BooksAs']>>([
  { value: 'carrier', label: msg`Carrier` },
  { value: 'broker', label: msg`Broker` },
])

/** Mails a carrier its link. */
const sendForm = (c: CarrierPortalRow) =>
  defineForm<CarrierSendPortalReq, CarrierPortalRow>('Carriers/SendPortalLink', {
    title: msg`Send portal link to ${c.name}`,
    intro: c.active
      ? msg`The link that was sent before opens nothing then.`
      : msg`With the link the carrier answers tenders and quotes, gives PRO numbers, reports events and sends proofs of delivery and invoices, without an account.`,
    fields: {
      Email: { label: msg`E-mail`, input: Email },
      Language: { label: msg`Language`, input: languages, row: 1 },
      BooksAs: { label: msg`Books times as`, input: booksAs, row: 1 },
    },
    submit: msg`Send`,
    done: msg`The link was mailed.`,
  })

/** Carriers with the links to their portal: to whom each was sent, and whether it is used. */
export function PortalLinks() {
  const got = useCall('Carriers/PortalLinks', undefined)
  const words = useWords()
  const { act } = useAct()
  const spec = useMemo<ListSpec<CarrierPortalRow>>(
    () => ({
      name: 'carrier-links',
      title: msg`Portal links`,
      id: (c) => c.carrier,
      columns: [
        { key: 'carrier', label: msg`SCAC`, width: 90, phone: true },
        { key: 'name', label: msg`Carrier`, width: 220, phone: true },
        {
          key: 'standing',
          label: msg`Status`,
          width: 120,
          phone: true,
          value: (c) => words(standing(c).label),
          cell: (c) => <StatusBadge {...standing(c)} />,
        },
        { key: 'email', label: msg`Sent to`, width: 220, phone: true },
        { key: 'sentAt', label: msg`Sent`, as: 'dateTime', width: 150 },
        { key: 'sentByName', label: msg`Sent by`, width: 140, hidden: true },
        { key: 'openedAt', label: msg`Last opened`, as: 'ago', width: 130 },
        {
          key: 'booksAs',
          label: msg`Books as`,
          width: 110,
          hidden: true,
          value: (c) => (c.sentAt ? words(c.booksAs === 'broker' ? msg`Broker` : msg`Carrier`) : ''),
        },
        { key: 'places', label: msg`Devices`, as: 'number', width: 90, hidden: true },
      ],
      filters: ['standing'],
      actions: [
        {
          label: msg`Send link`,
          main: true,
          run: (c) =>
            openForm(sendForm(c), {
              SCAC: c.carrier,
              Email: c.email || c.knownEmail,
              Language: c.language || 'en',
              BooksAs: c.booksAs || 'carrier',
            }),
        },
        {
          label: msg`Revoke link`,
          hard: true,
          when: (c) => c.active,
          run: (c) => act(() => call('Carriers/RevokePortalLink', { SCAC: c.carrier })),
        },
      ],
      empty: msg`No carriers yet. Add them under Carriers; then each can be sent a link.`,
    }),
    [words, act],
  )
  return <ListScreen spec={spec} rows={got.data} remote={got.remote} />
}
