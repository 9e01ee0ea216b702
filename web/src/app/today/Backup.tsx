import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgBackupResp } from '@sync/gen/api'
import { useState } from 'react'
import { Ago, DateTime, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Alert, Button } from '@/kit/ui'
import css from './Today.module.css'

/** Whether the organization could be restored, and since when that is known: each night's test and those that an administrator asked for. */
export function Backup() {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const asked = useCall('Org/Backup', undefined, {
    staleMs: 0,
    everyMs: (d: OrgBackupResp | undefined) => (d?.proving ? 2000 : 60_000), // soon again while one is under way
  })
  const [trouble, setTrouble] = useState('')
  const backup = asked.data
  const last = backup?.proofs[0]
  const prove = async () => {
    setTrouble('')
    try {
      await theRemote().call('Org/ProveBackup', {})
      asked.remote.again()
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
  }
  return (
    <section className={css.part} aria-labelledby="backup">
      <div className={css.row}>
        <h2 id="backup">
          <Trans>Backup</Trans>
        </h2>
        {backup && <State backup={backup} />}
        {last && (
          <span className={css.quiet}>
            <Ago at={last.at} />
          </span>
        )}
        <Button size="compact-sm" variant="default" disabled={!backup?.replicated || backup.proving} onClick={() => void prove()}>
          <Trans>Test now</Trans>
        </Button>
      </div>
      <p className={css.quiet}>
        <Trans>Each night the backup is restored aside, checked, and compared with what is here.</Trans>
      </p>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <Pending called={asked} offline={msg`No connection. The backup's status is on the server.`}>
        {backup && backup.proofs.length > 0 && (
          <Table
            label={t`Tests of the backup`}
            rows={backup.proofs.slice(0, 7)}
            keyOf={(p) => p.id}
            columns={[
              { head: t`Tested`, cell: (p) => <DateTime at={p.at} />, name: true },
              { head: t`Result`, cell: (p) => (p.good ? t`Restored and checked` : (refusal.known(p.code) ?? t`Restore failed`)) },
              { head: t`Requested by`, cell: (p) => p.by || t`Nightly` },
              { head: t`Rows`, cell: (p) => count(p.rows, locale), number: true },
              { head: t`Operations`, cell: (p) => count(p.operations, locale), number: true },
              { head: t`Events`, cell: (p) => count(p.events, locale), number: true },
              { head: t`Files`, cell: (p) => count(p.files, locale), number: true },
            ]}
          />
        )}
      </Pending>
    </section>
  )
}

/** How the last test ended. */
function State({ backup }: { backup: OrgBackupResp }) {
  const { t } = useLingui()
  const last = backup.proofs[0]
  if (!backup.replicated) return <StatusBadge label={t`No replica`} hue="attention" />
  if (backup.proving) return <StatusBadge label={t`Testing`} hue="waiting" />
  if (!last) return <StatusBadge label={t`Not tested yet`} hue="quiet" />
  return last.good ? <StatusBadge label={t`Restored and checked`} hue="good" /> : <StatusBadge label={t`Restore failed`} hue="stopped" />
}
