import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { upload } from '@sync/transfer'
import { useRef } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Button, Group, Modal } from '@/kit/ui'
import css from './Quotes.module.css'

/** The organisation's own papers that every carrier who is asked may read: a routing guide, insurance terms. */
export function ClientPapers({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const picker = useRef<HTMLInputElement>(null)
  const { busy, trouble, work } = useWork()
  const found = useCall('Quote/GetClientProfileDocuments', {}, { staleMs: 0 })
  const run = async (what: () => Promise<unknown>) => {
    await work(what)
    found.remote.again()
  }
  return (
    <Modal opened onClose={onClose} title={t`Documents for carriers`} size="lg" closeButtonProps={{ 'aria-label': t`Close` }}>
      <p className={css.quiet}>
        <Trans>Every carrier who is asked for a quote can read these: a routing guide, insurance terms.</Trans>
      </p>
      <Pending called={found} offline={msg`That is on the server, and there is no connection now.`}>
        <ul className={css.papers}>
          {found.data?.map((p) => (
            <li key={p.id}>
              <span>
                {p.name} <small>{bytes(p.size, locale)}</small>
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t`Remove ${p.name}`}
                onClick={() => void run(() => call('Quote/RemoveClientDocument', { DocumentId: p.id }))}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
        {found.data?.length === 0 && (
          <p className={css.quiet}>
            <Trans>No documents yet.</Trans>
          </p>
        )}
      </Pending>
      {trouble}
      <Group>
        <Button loading={busy} onClick={() => picker.current?.click()}>
          <Trans>Add documents</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t`Documents to add`}
          onChange={(e) => {
            const files = [...(e.currentTarget.files ?? [])]
            e.currentTarget.value = ''
            if (files.length > 0) void run(() => upload('Quote/UploadClientDocument', undefined, files))
          }}
        />
      </Group>
    </Modal>
  )
}
