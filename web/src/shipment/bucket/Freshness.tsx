import { Trans, useLingui } from '@lingui/react/macro'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { theRemote } from '@/kit/remote/remote'
import { useSyncView } from '@/kit/remote/user'
import css from './Bucket.module.css'
import { useStale } from './useStale'

/** How old a bucket is, and the way to a newer one. Past a quarter of an hour it says so by itself. */
export function Freshness() {
  const { t } = useLingui()
  const { stamp, stale } = useStale()
  const { contact, sending } = useSyncView()
  if (!stale) return null
  return (
    <div className={`${css.stale} no-print`} role="status">
      <Icon name="clock" />
      <span>
        {stamp === undefined ? (
          <Trans>Age unknown.</Trans>
        ) : (
          <Trans>
            As it was <Ago at={stamp} />.
          </Trans>
        )}{' '}
        {contact === 'offline' && <Trans>There is no connection; newer rows come by themselves when there is one.</Trans>}
      </span>
      <PlainButton onClick={() => theRemote().nudge()} disabled={sending} aria-label={t`Refresh the bucket`}>
        <Trans>Refresh</Trans>
      </PlainButton>
    </div>
  )
}
