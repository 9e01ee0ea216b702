import type { AuditInvoice } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { opened } from '@/kit/form/opened'
import { withdraw } from './forms'

/** What the form says above its fields where a release is withdrawn of a bill of which so much is still to be paid. */
async function said(payMinor: number) {
  const done = withdraw({ id: 'I', number: 'N-1', carrier: 'SAIA', payMinor, rev: 1 } as AuditInvoice)
  const form = opened.now()[0]
  form?.settle(undefined)
  await done
  const intro = form?.spec.intro as { message?: string } | undefined
  return intro?.message
}

test('a bill that was not credited in full is told to stand in the way of another until it is approved at zero', async () => {
  expect(await said(100)).toContain('approved at zero')
  expect(await said(100)).not.toContain('no longer counts')
})

test('one that was credited in full no longer counts as paid', async () => {
  expect(await said(0)).toContain('It no longer counts as paid.')
})
