import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgBackupResp } from '@sync/gen/api'
import { Link } from '@tanstack/react-router'
import { Ago } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import css from './Today.module.css'

/** The proofs of the backup, asked for again soon while one is under way. */
export const useBackup = () =>
  useCall('Org/Backup', undefined, { staleMs: 0, everyMs: (d: OrgBackupResp | undefined) => (d?.proving ? 2000 : 60_000) })

/** How the last proof ended. */
export function BackupState({ backup }: { backup: OrgBackupResp }) {
  const { t } = useLingui()
  const last = backup.proofs[0]
  if (!backup.replicated) return <StatusBadge label={t`No replica`} hue="attention" />
  if (backup.proving) return <StatusBadge label={t`Testing`} hue="waiting" />
  if (!last) return <StatusBadge label={t`Not tested yet`} hue="quiet" />
  return last.good ? <StatusBadge label={t`Restored and checked`} hue="good" /> : <StatusBadge label={t`Restore failed`} hue="stopped" />
}

/** One line on Today: whether the organization could be restored, and since when that is known. */
export function BackupLine() {
  const { data } = useBackup()
  if (!data) return null
  const last = data.proofs[0]
  return (
    <section className={css.part} aria-labelledby="backup-line">
      <div className={css.row}>
        <h2 id="backup-line">
          <Link to="/Backup">
            <Trans>Backup</Trans>
          </Link>
        </h2>
        <BackupState backup={data} />
        {last && (
          <span className={css.quiet}>
            <Ago at={last.at} />
          </span>
        )}
      </div>
    </section>
  )
}
