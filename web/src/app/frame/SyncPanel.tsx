import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ago } from '@/kit/format/Formats'
import { theRemote } from '@/kit/remote/remote'
import { useSyncView } from '@/kit/remote/user'
import { Button } from '@/kit/ui'
import css from './Frame.module.css'

/** What waits, its age, what needs a person, the last contact, and how safe the device's copy is. */
export function SyncPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const view = useSyncView()
  const unsent = view.waiting + view.files
  return (
    <div className={css.panel}>
      <strong>
        {view.held && unsent > 0 ? (
          <Trans>Sending waits until someone signs in.</Trans>
        ) : view.contact === 'offline' && view.portal ? (
          <Trans>
            This Wi-Fi wants its own sign-in page. Open any web page and sign in to it; what you did is kept here and sent then.
          </Trans>
        ) : view.signedOut && unsent === 0 ? (
          <Trans>Everything you did is on the server. New work comes when someone signs in.</Trans>
        ) : unsent > 0 && view.contact === 'offline' ? (
          <Trans>Kept on this device; will be sent when there is a connection.</Trans>
        ) : unsent > 0 ? (
          <Trans>On its way to the server.</Trans>
        ) : view.contact === 'offline' ? (
          <Trans>No connection. Everything you did has been sent; you can go on working.</Trans>
        ) : (
          <Trans>Everything you did is on the server.</Trans>
        )}
      </strong>
      <dl>
        <dt>
          <Trans>To send</Trans>
        </dt>
        <dd>{view.waiting}</dd>
        {view.oldestAt && (
          <>
            <dt>
              <Trans>Oldest</Trans>
            </dt>
            <dd>
              <Ago at={view.oldestAt} />
            </dd>
          </>
        )}
        {view.files > 0 && (
          <>
            <dt>
              <Trans>Photos and documents</Trans>
            </dt>
            <dd>{view.files}</dd>
          </>
        )}
        <dt>
          <Trans>Needs attention</Trans>
        </dt>
        <dd>{view.attention > 0 ? <Link to="/NeedsAttention" onClick={onClose}>{t`${view.attention}, open`}</Link> : 0}</dd>
        <dt>
          <Trans>Last contact</Trans>
        </dt>
        <dd>{view.lastContact ? <Ago at={view.lastContact} /> : t`not yet`}</dd>
        <dt>
          <Trans>Storage on this device</Trans>
        </dt>
        <dd>{view.full ? t`full` : view.protected === undefined ? '…' : view.protected ? t`protected` : t`not protected`}</dd>
        {view.loading.length > 0 && (
          <>
            <dt>
              <Trans>Still loading</Trans>
            </dt>
            <dd>{view.loading.join(', ')}</dd>
          </>
        )}
      </dl>
      {view.behind && (
        <p role="alert">
          <Trans>
            The server does not let this device catch up. What you see is as of the last contact; what you do is kept and sent. It is tried
            again by itself: if this stays, tell your administrator.
          </Trans>
        </p>
      )}
      {view.protected === false && (
        <small>
          <Trans>The browser may clear this device's copy when the disk is full. Installing the app protects it.</Trans>
        </small>
      )}
      <Button variant="default" onClick={() => theRemote().nudge()}>
        <Trans>Try now</Trans>
      </Button>
    </div>
  )
}
