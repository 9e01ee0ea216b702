import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { FormView } from '@/kit/form/FormView'
import { FactorSection } from './factor/FactorSection'
import { passwordForm } from './passwordForm'

export function PasswordScreen() {
  // A fresh form after each change, so that nothing secret stays on the screen.
  const [turn, setTurn] = useState(0)
  return (
    <>
      <h1>
        <Trans>Password</Trans>
      </h1>
      <FormView key={turn} spec={passwordForm} onDone={() => setTurn(turn + 1)} />
      <FactorSection />
    </>
  )
}
