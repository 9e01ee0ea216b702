import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { useSession } from '@/kit/remote/user'
import { Button, Group } from '@/kit/ui'
import { byFours } from './byFours'
import css from './Check.module.css'
import { bringForm, revokeForm, stampForm } from './sealForms'

/** What the organisation seals with, so that anybody can compare a fingerprint; an administrator changes it here. */
export function SealPart() {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const refusal = useRefusal()
  const admin = useSession()?.admin === true
  const rows = useLiveQuery(() => local().document_certificate.toArray(), [])
  const stamp = async () => {
    try {
      const { stampUrl } = await call('Document/Sealing', undefined)
      await openForm(stampForm, { stampUrl })
    } catch (err) {
      refusal.tell(err)
    }
  }
  const seals = [...(rows ?? [])].filter((c) => c.kind === 'seal').sort((a, b) => Number(!!a.endedAt) - Number(!!b.endedAt))
  return (
    <section className={css.seal} aria-labelledby="seal-of-ours">
      <h2 id="seal-of-ours">
        <Trans>Organization's seal</Trans>
      </h2>
      {rows && seals.length === 0 && (
        <p>
          <Trans>No certificate yet. One is made when the first bill is signed.</Trans>
        </p>
      )}
      <ul className={css.certificates}>
        {seals.map((c) => (
          <li key={c.id}>
            <strong>{c.name}</strong>{' '}
            {c.revokedAt ? (
              <Trans>
                revoked <DateTime at={c.revokedAt} />: {c.revokedWhy}
              </Trans>
            ) : c.endedAt ? (
              <Trans>
                used until <DateTime at={c.endedAt} />
              </Trans>
            ) : (
              <Trans>
                in use, valid until <DateTime at={c.until} />
              </Trans>
            )}
            <code className={css.print}>{byFours(c.id)}</code>
            {admin && !c.revokedAt && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t`Revoke ${c.name}`}
                onClick={() => void openForm(revokeForm(c.name), { CertificateId: c.id })}
              >
                <Trans>Revoke</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {admin && (
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => void stamp()}>
            <Trans>Timestamp server</Trans>
          </Button>
          <Button variant="default" size="xs" onClick={() => picker.current?.click()}>
            <Trans>Upload certificate</Trans>
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept=".p12,.pfx"
            aria-label={t`Certificate with its key`}
            onChange={(e) => {
              const file = e.currentTarget.files?.[0]
              e.currentTarget.value = ''
              if (file) void openForm(bringForm(file), {})
            }}
          />
        </Group>
      )}
    </section>
  )
}
