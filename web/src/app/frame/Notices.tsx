import { Trans } from '@lingui/react/macro'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useBusy } from '@/kit/busy/useBusy'
import { later } from '@/kit/later/later'
import { PlainButton } from '@/kit/plain/Plain'
import { LostWork } from '@/kit/remote/LostWork'
import { theRemote } from '@/kit/remote/remote'
import { useSession, useSyncView } from '@/kit/remote/user'
import { wanted } from '@/kit/remote/wanted'
import { update } from '../update'
import css from './Frame.module.css'
import { OrgNotice } from './OrgNotice'

const Health = later(() => import('./Health').then((m) => m.Health))

/** Calm strips above the screen. None of them covers anything or takes anything away. */
export function Notices() {
  const session = useSession()
  const view = useSyncView()
  const busy = useBusy()
  const newer = useSyncExternalStore(update.watch, update.ready)
  const taking = useSyncExternalStore(update.watch, update.wanted)
  const held = useSyncExternalStore(update.watch, update.held)
  const navigate = useNavigate()
  const href = useRouterState({ select: (s) => s.location.href })
  return (
    <>
      <OrgNotice className={`${css.notice} no-print`} />
      <LostWork className={`${css.notice} no-print`} />
      {view.failed && (
        <div className={`${css.notice} no-print`} data-hue="attention" role="alert">
          <Trans>
            The storage of this device does not answer. Nothing that you do now is kept. Reload the app; if this stays, use another device
            and tell your supervisor.
          </Trans>
          <PlainButton filled onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </PlainButton>
        </div>
      )}
      {view.replaced && (
        <div className={`${css.notice} no-print`} data-hue="attention" role="alert">
          <Trans>
            Another server has taken over from the one that this device reaches. What you see may be old; what you do waits on this device.
            Tell your administrator.
          </Trans>
        </div>
      )}
      {session?.admin && <Health className={`${css.notice} no-print`} />}
      {session?.expired && (
        <div className={`${css.notice} no-print`} role="status">
          {view.held ? (
            <Trans>Your session has ended. What you do is kept on this device and sent when you sign in again.</Trans>
          ) : (
            <Trans>Your session has ended. What you do is still sent from this device; to see what is new, sign in again.</Trans>
          )}
          {view.contact !== 'offline' && ( // without a network there is no way back in
            <PlainButton
              filled
              onClick={async () => {
                wanted.keep(href)
                await theRemote().signOut()
                await navigate({ to: '/', replace: true })
              }}
            >
              <Trans>Sign in</Trans>
            </PlainButton>
          )}
        </div>
      )}
      {view.clearing && (
        <div className={`${css.notice} no-print`} data-hue="attention" role="alert">
          {view.waiting + view.files > 0 ? (
            <Trans>
              An administrator is wiping this device. Your work is sent first; then everything here is deleted and you are signed out.
            </Trans>
          ) : (
            <Trans>An administrator is wiping this device. All your work is sent; you are signed out in a moment.</Trans>
          )}
        </div>
      )}
      {view.full && (
        <div className={`${css.notice} no-print`} data-hue="attention" role="alert">
          <Trans>
            This device has no room left. What you do is still kept; photos may not be. Please connect soon and tell the office.
          </Trans>
        </div>
      )}
      {(newer || view.mustUpdate) && (
        <div className={`${css.notice} no-print`} role="status">
          {held ? (
            <Trans>The newer version is used when the app is next opened: this browser still holds on to the one that is open.</Trans>
          ) : busy ? (
            <Trans>A newer version is ready. It can be used when you have finished what is open.</Trans>
          ) : (
            <>
              <Trans>A newer version is ready.</Trans>
              <PlainButton filled aria-busy={taking} disabled={taking} onClick={update.take}>
                <Trans>Use it now</Trans>
              </PlainButton>
            </>
          )}
        </div>
      )}
    </>
  )
}
