import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Ago } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import css from './Mail.module.css'
import { useMails } from './useMails'
import { standing } from './words'

/** To whom a shipment's papers were mailed, and what became of it. Nothing at all for those who may not see addresses. */
export function Mailed({ shipment }: { shipment: string }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const { data, sendAgain } = useMails(shipment)
  const [busy, setBusy] = useState<string>()
  if (!data || data.mails.length === 0) return null
  return (
    <ul className={css.mailed} aria-label={t`Mailed`}>
      {data.mails.map((m) => (
        <li key={m.id}>
          <span>
            {m.recipients.join(', ')}
            <small>
              {m.attachments.map((a) => a.file).join(', ')} · <Ago at={m.sentAt ?? m.at} />
            </small>
          </span>
          <StatusBadge {...standing(m)} />
          {m.error && <small className={css.why}>{refusal.ofCode(m.error, {})}</small>}
          {m.state === 'failed' && (
            <Button
              variant="default"
              size="xs"
              loading={busy === m.id}
              onClick={async () => {
                setBusy(m.id)
                await sendAgain(m.id)
                setBusy(undefined)
              }}
            >
              <Trans>Send again</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
