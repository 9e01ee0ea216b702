import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { Awaited } from '@/kit/remote/Awaited'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { Table } from '@/kit/table/Table'
import { Alert, Button } from '@/kit/ui'
import { BackupState, useBackup } from './BackupLine'
import css from './Today.module.css'

/** Whether the organization could be restored: each night the replica is restored into a scratch folder and checked, and whenever an administrator asks. */
export function BackupScreen() {
  const { t } = useLingui()
  const may = useCan('manage-organisation')
  useCrumb(t`Backup`)
  if (!may)
    return (
      <p role="status">
        <Trans>Only users who manage the organization may see its backup.</Trans>
      </p>
    )
  return <Proofs />
}

function Proofs() {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const asked = useBackup()
  const [trouble, setTrouble] = useState('')
  const backup = asked.data
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
    <Screen
      title={t`Backup`}
      below={t`Each night the backup is restored aside, checked, and compared with what is here.`}
      actions={
        <Button disabled={!backup?.replicated || backup.proving} onClick={() => void prove()}>
          <Trans>Test now</Trans>
        </Button>
      }
    >
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <Awaited called={asked} offline={msg`Without a connection the backup cannot be asked about.`}>
        {backup && (
          <>
            <div className={css.row} role="status">
              <BackupState backup={backup} />
            </div>
            {backup.proofs.length > 0 && (
              <Table
                label={t`Tests of the backup`}
                rows={backup.proofs}
                keyOf={(p) => p.id}
                columns={[
                  { head: t`Tested`, cell: (p) => <DateTime at={p.at} />, name: true },
                  { head: t`Result`, cell: (p) => (p.good ? t`Restored and checked` : (refusal.known(p.code) ?? t`Restore failed`)) },
                  { head: t`Asked by`, cell: (p) => p.by || t`Nightly` },
                  { head: t`Rows`, cell: (p) => count(p.rows, locale), number: true },
                  { head: t`Operations`, cell: (p) => count(p.operations, locale), number: true },
                  { head: t`Events`, cell: (p) => count(p.events, locale), number: true },
                  { head: t`Files`, cell: (p) => count(p.files, locale), number: true },
                ]}
              />
            )}
          </>
        )}
      </Awaited>
    </Screen>
  )
}
