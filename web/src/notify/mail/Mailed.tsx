import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { NotifyConversation } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { Ago } from '@/kit/format/Formats'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button, Modal } from '@/kit/ui'
import css from './Mail.module.css'
import { useConversations } from './useMails'
import { recalled, standing } from './words'

/** What was mailed about a shipment. A new paper may have been mailed, so the mails are asked for again with each. */
export function Mailed({ shipment }: { shipment: string }) {
  const papers = useLiveQuery(() => local().document.where('shipmentId').equals(shipment).count(), [shipment])
  return papers === undefined ? null : <Mails key={`${shipment} ${papers}`} shipment={shipment} />
}

/** To whom something was mailed and what became of it, with the text on demand. Nothing at all for those who may not see addresses. */
export function Mails({ shipment }: { shipment: string }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const { data, sendAgain } = useConversations(shipment)
  const [busy, setBusy] = useState<string>()
  const [read, setRead] = useState<NotifyConversation>()
  if (!data || data.length === 0) return null
  return (
    <Part title={msg`E-mail`}>
      <ul className={css.mailed} aria-label={t`Mailed`}>
        {data.map((m) => {
          const to = m.Recipients.join(', ')
          return (
            <li key={m.MailId}>
              <span>
                <button type="button" className={css.subject} aria-label={t`Read ${m.Subject} to ${to}`} onClick={() => setRead(m)}>
                  {m.Subject}
                </button>
                <small>
                  {to} · <Ago at={m.SentAt ?? m.At} />
                </small>
                {m.Attachments.length > 0 && <small>{m.Attachments.map((a) => a.file).join(', ')}</small>}
              </span>
              <StatusBadge {...standing({ state: m.State, error: m.Error })} />
              {m.Error && (
                <small className={css.why}>
                  {refusal.ofCode(m.Error, {})} {m.Detail}
                </small>
              )}
              {m.State === 'failed' && m.Error !== recalled && (
                <Button
                  variant="default"
                  size="xs"
                  loading={busy === m.MailId}
                  onClick={async () => {
                    setBusy(m.MailId)
                    await sendAgain(m.MailId)
                    setBusy(undefined)
                  }}
                >
                  <Trans>Send again</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Modal
        opened={read !== undefined}
        onClose={() => setRead(undefined)}
        title={read?.Subject}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {read && <Text of={read} />}
      </Modal>
    </Part>
  )
}

function Text({ of }: { of: NotifyConversation }) {
  const called = useCall('Shipment/GetEmailConversationsBody', { mailId: of.MailId }, { staleMs: Number.POSITIVE_INFINITY })
  return (
    <>
      <p>
        <Trans>To {of.Recipients.join(', ')}</Trans>
      </p>
      <Pending called={called} offline={msg`No connection: the text of the mail is on the server.`}>
        <p className={css.body}>{called.data?.Body}</p>
      </Pending>
      {of.Attachments.length > 0 && (
        <p>
          <Trans>Attached: {of.Attachments.map((a) => a.file).join(', ')}</Trans>
        </p>
      )}
    </>
  )
}
