import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessBeginFactorResp } from '@sync/gen/api'
import { useState } from 'react'
import { PlainButton } from '@/kit/plain/Plain'
import { Qr } from '@/kit/qr/Qr'
import css from './Factor.module.css'

/** What an authenticator app reads, and the codes for the day on which the phone is gone. */
export function FactorSetUp({ begun }: { begun: AccessBeginFactorResp }) {
  const { t } = useLingui()
  return (
    <ol className={css.steps}>
      <li>
        <Trans>Scan this with an authenticator app.</Trans>
        <div className={css.qr}>
          <Qr text={begun.Address} label={t`Code for the authenticator app`} />
        </div>
        <details>
          <summary>
            <Trans>Enter the key by hand</Trans>
          </summary>
          <code className={css.key}>{begun.Secret.match(/.{1,4}/g)?.join(' ')}</code>
        </details>
      </li>
      <li>
        <Trans>Keep these recovery codes apart from the phone. Each signs you in once.</Trans>
        <RecoveryCodes codes={begun.Recovery} />
      </li>
    </ol>
  )
}

/** Recovery codes, which are shown once: to be copied or printed. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui()
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setSaid(t`Copied`),
      () => setSaid(t`This browser does not let them be copied. Select and copy them by hand.`),
    )
  return (
    <>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <PlainButton onClick={() => void copy()}>
        <Trans>Copy codes</Trans>
      </PlainButton>{' '}
      <span role="status">{said}</span>
    </>
  )
}
