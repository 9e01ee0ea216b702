import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { upload } from '@sync/transfer'
import { useRef, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Button, Group, Modal } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Quotes.module.css'

/** The organisation's own papers that every carrier who is asked may read: a routing guide, insurance terms. */
export function ClientPapers({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const words = useWords()
  const refusal = useRefusal()
  const picker = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const found = useCall('Quote/GetClientProfileDocuments', {}, { staleMs: 0 })
  const run = async (what: () => Promise<unknown>) => {
    setTrouble('')
    setBusy(true)
    try {
      await what()
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    setBusy(false)
    found.remote.again()
  }
  return (
    <Modal opened onClose={onClose} title={t`Papers for carriers`} size="lg" closeButtonProps={{ 'aria-label': t`Close` }}>
      <p className={css.quiet}>
        <Trans>Every carrier who is asked for a quote can read these: a routing guide, insurance terms.</Trans>
      </p>
      {found.remote.refused && <p role="alert">{words(found.remote.refused)}</p>}
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
          <Trans>There are none yet.</Trans>
        </p>
      )}
      {trouble && <p role="alert">{trouble}</p>}
      <Group>
        <Button loading={busy} onClick={() => picker.current?.click()}>
          <Trans>Add papers</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t`Papers to add`}
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
