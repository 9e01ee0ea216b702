import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PlainButton } from '@/kit/plain/Plain'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import css from './Viewing.module.css'

/** Over every screen while an administrator looks as another user: as whom, and the way back. */
export function Viewing({ by, as }: { by: string; as: string }) {
  const { act } = useAct()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    if (await act(() => theRemote().enterBy({ grantType: 'resume' }))) void navigate({ to: '/UserImpersonation' })
    setBusy(false)
  }
  return (
    <section className={`${css.viewing} no-print`}>
      <p>
        <Trans>
          {by} viewing as <strong>{as}</strong>: nothing can be changed, signed, sent or paid.
        </Trans>
      </p>
      <PlainButton disabled={busy} onClick={() => void stop()}>
        <Trans>Stop viewing</Trans>
      </PlainButton>
    </section>
  )
}
