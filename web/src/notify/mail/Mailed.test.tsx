import type { NotifyConversation } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { Mails } from './Mailed'

const mail = (over: Partial<NotifyConversation>): NotifyConversation => ({
  MailId: 'M1',
  Recipients: ['ada@carrier.test'],
  Subject: 'Shipping document',
  Attachments: [{ blob: 'b', file: 'BOL-1.pdf' }],
  State: 'sent',
  Error: '',
  Detail: '',
  Attempts: 1,
  At: '2026-11-21T10:00:00Z',
  SentAt: '2026-11-21T10:00:05Z',
  ...over,
})

test('a mail that was not sent says so and can be sent again', async () => {
  let state = 'failed'
  const sent: unknown[] = []
  fakeRemote({
    call: async (op, request) =>
      op === 'Shipment/EmailConversations'
        ? [mail({ State: state, SentAt: null, Detail: '550 no such person' }), mail({ MailId: 'M2', Recipients: ['bob@consignee.test'] })]
        : { MailId: 'M2', Body: `the text of ${(request as { mailId: string }).mailId}` },
    submit: async (op, request) => {
      sent.push([op, request])
      state = 'sent'
      return {}
    },
  })
  await show(<Mails shipment="S1" />)
  expect(await screen.findByText('not sent')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(sent).toEqual([['Notify/SendMail', { MailId: 'M1' }]])
  expect(await screen.findAllByText('sent')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Read Shipping document to bob@consignee.test' }))
  expect(await screen.findByText('the text of M2')).toBeTruthy()
  expect(screen.getByText('Attached: BOL-1.pdf')).toBeTruthy()
})

test('a mail that waits for its attachment is put off, though no mail server was asked', async () => {
  fakeRemote({
    call: async () => [
      mail({ State: 'waiting', SentAt: null, Attempts: 0, Error: 'mail-attachment-missing' }),
      mail({ MailId: 'M2', State: 'waiting', SentAt: null, Attempts: 0 }),
    ],
  })
  await show(<Mails shipment="S3" />)
  expect(await screen.findByText('delayed, retrying')).toBeTruthy()
  expect(screen.getByText('on its way')).toBeTruthy()
})

test('who may not see addresses sees nothing of it', async () => {
  let asked = 0
  fakeRemote({
    call: async () => {
      asked++
      throw new CallError(403, 'no-page', { page: 'Mails' })
    },
  })
  await show(<Mails shipment="S2" />)
  await expect.poll(() => asked).toBe(1)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
