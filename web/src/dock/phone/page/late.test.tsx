import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DriverPage } from './DriverPage'

afterEach(() => {
  vi.unstubAllGlobals()
  location.hash = ''
})

const tablet = /You can always sign on the tablet instead/

async function opens(code: string, detail: string): Promise<void> {
  location.hash = '#L1.secret'
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code, detail }), { status: 409 }))
  render(
    <I18nProvider i18n={i18n}>
      <DriverPage />
    </I18nProvider>,
  )
  expect(await screen.findByRole('heading', { name: detail }, { timeout: 20_000 })).toBeTruthy()
}

test.each([
  ['bol-already-signed', 'Bill 0614 was already signed by Luis Ortega at 2026-11-20 05:00 EST.'],
  ['link-used', 'This link was used already: the bill is signed.'],
  ['link-load-void', 'The load of bill 0614 was called off.'],
])('a phone that comes when nothing is left to sign is not sent to the tablet to sign: %s', async (code, detail) => {
  await opens(code, detail)
  expect(screen.queryByText(tablet)).toBeNull()
})

test('one whose link has ended before the bill was signed is', async () => {
  await opens('link-expired', 'This link has expired.')
  expect(screen.getByText(tablet)).toBeTruthy()
})
