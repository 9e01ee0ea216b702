import type { NotifyMail } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { Mailed } from './Mailed'

const mail = (over: Partial<NotifyMail>): NotifyMail => ({
  id: 'M1',
  key: 'k',
  messageId: 'm',
  recipients: ['ada@carrier.test'],
  subject: 'Shipping document',
  body: '',
  attachments: [{ blob: 'b', file: 'BOL-1.pdf' }],
  shipmentId: 'S1',
  documentId: 'D1',
  state: 'sent',
  error: '',
  detail: '',
  attempts: 1,
  at: '2026-11-21T10:00:00Z',
  sentAt: '2026-11-21T10:00:05Z',
  ...over,
})

test('a mail that was not sent says so and can be sent again', async () => {
  let state = 'failed'
  const sent: unknown[] = []
  fakeRemote({
    call: async () => ({ provider: {}, mails: [mail({ state, sentAt: null }), mail({ id: 'M2', recipients: ['bob@consignee.test'] })] }),
    submit: async (op, request) => {
      sent.push([op, request])
      state = 'sent'
      return {}
    },
  })
  await show(<Mailed shipment="S1" />)
  expect(await screen.findByText('not sent')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(sent).toEqual([['Notify/SendMail', { MailId: 'M1' }]])
  expect(await screen.findAllByText('sent')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('who may not see addresses sees nothing of it', async () => {
  let asked = 0
  fakeRemote({
    call: async () => {
      asked++
      throw new CallError(403, 'no-page', { page: 'Mails' })
    },
  })
  await show(<Mailed shipment="S2" />)
  await expect.poll(() => asked).toBe(1)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
