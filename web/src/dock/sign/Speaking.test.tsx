import { Trans } from '@lingui/react/macro'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '@/kit/testing/render'
import { Speaking } from './Speaking'

it.each([
  ['es', 'No estoy de acuerdo', /^Acepto firmar/],
  ['fr', 'Je ne suis pas d’accord', /^J’accepte de signer/],
  ['en', 'I disagree', /^I agree to sign/],
] as const)('speaks %s within, the words that are signed included', async (language, own, signed) => {
  await show(
    <Speaking language={language}>
      {(consent) => (
        <>
          <p>
            <Trans>I disagree</Trans>
          </p>
          <p>{consent}</p>
        </>
      )}
    </Speaking>,
  )
  expect(await screen.findByText(own, undefined, { timeout: 15_000 })).toBeTruthy()
  expect(screen.getByText(signed)).toBeTruthy()
})
