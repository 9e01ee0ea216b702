import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { NotifyMail } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Modal } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import css from './Mail.module.css'
import { useMails } from './useMails'
import { putOff, recalled, standing } from './words'

interface Row extends NotifyMail {
  to: string
  why: string
  shipment: string
}

const say = (w: Words) => (typeof w === 'string' ? w : i18n._(w))

/** What was mailed in the last weeks, what became of it, and a failed one tried again. */
export function MailList() {
  const { t } = useLingui()
  const refusal = useRefusal()
  const { data, remote, sendAgain } = useMails()
  const [read, setRead] = useState<NotifyMail>()
  const numbers = useLiveQuery(async () => {
    const ids = [...new Set(data?.mails.map((m) => m.shipmentId))]
    return new Map((await local().shipment.bulkGet(ids)).flatMap((s) => (s ? [[s.id, s.number]] : [])))
  }, [data])
  const rows = useMemo(
    () =>
      data?.mails.map(
        (m): Row => ({
          ...m,
          to: m.recipients.join(', '),
          why: m.error ? refusal.ofCode(m.error, {}) : '',
          shipment: numbers?.get(m.shipmentId) ?? '',
        }),
      ),
    [data, numbers, refusal],
  )
  const spec = defineList<Row>({
    name: 'mails',
    title: msg`Mail`,
    columns: [
      { key: 'to', label: msg`Recipients`, width: 230 },
      {
        key: 'state',
        label: msg`State`,
        width: 215,
        code: (m) => (m.error === recalled ? 'taken back' : putOff(m) ? 'put off' : m.state),
        value: (m) => say(standing(m).label),
        cell: (m) => <StatusBadge {...standing(m)} />,
      },
      { key: 'at', label: msg`Asked`, as: 'ago', width: 110 },
      { key: 'subject', label: msg`Subject`, width: 250 },
      {
        key: 'shipment',
        label: msg`Shipment`,
        as: 'identifier',
        width: 120,
        link: (m) => ({ page: 'ShipmentDetails', params: { shipmentid: m.shipmentId } }),
      },
      { key: 'sentAt', label: msg`Sent`, as: 'ago', width: 130 },
      { key: 'why', label: msg`Why it failed`, width: 360 },
      { key: 'detail', label: msg`What the mail server said`, width: 360, hidden: true },
      { key: 'attempts', label: msg`Attempts`, as: 'number', width: 90, hidden: true },
    ],
    filters: ['state', 'to'],
    sort: [{ id: 'at', desc: true }],
    hue: (m) => (m.error === recalled ? undefined : m.state === 'failed' ? 'stopped' : m.error ? 'attention' : undefined),
    actions: [
      { label: msg`Send again`, main: true, when: (m) => m.state === 'failed' && m.error !== recalled, run: (m) => sendAgain(m.id) },
      { label: msg`Read`, run: setRead },
    ],
    empty: msg`No mail yet. Dock settings name who gets the signed bills.`,
  })
  return (
    <>
      {data && data.provider.kind !== 'smtp' && (
        <p className={css.provider} role="status">
          {refusal.ofCode(data.provider.code, {})}
        </p>
      )}
      <ListScreen spec={spec} rows={rows} remote={remote} />
      <Modal
        opened={read !== undefined}
        onClose={() => setRead(undefined)}
        title={read?.subject}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {read && (
          <>
            <p>
              <Trans>To {read.recipients.join(', ')}</Trans>
            </p>
            <p className={css.body}>{read.body}</p>
            <p>
              <Trans>Attached: {read.attachments.map((a) => a.file).join(', ')}</Trans>
            </p>
          </>
        )}
      </Modal>
    </>
  )
}
