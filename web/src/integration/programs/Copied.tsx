import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Scrolls } from '@/kit/panel/Scrolls'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import css from './Programs.module.css'

/** Text for a shell or another system, with a button that copies it. `name` says what it is for whoever cannot see it. */
export function Copied({ text, name }: { text: string; name: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toasts.bad(t`This browser does not let the text be copied. Select it and copy it by hand.`),
    )
  return (
    <div className={css.part}>
      <Scrolls className={css.code} label={name}>
        {text}
      </Scrolls>
      <Button variant="default" size="compact-sm" aria-label={t`Copy: ${name}`} onClick={() => void copy()}>
        {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
    </div>
  )
}
