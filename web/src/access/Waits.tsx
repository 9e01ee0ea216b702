import { Plural, Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Icon } from '@/kit/icon/Icon'
import css from './LoginScreen.module.css'

/** What people who have signed out left on this device. It goes out from here: nobody need sign in for it. */
export function Waits({ waiting, files }: { waiting: number; files: number }) {
  const waited = useRef(false)
  if (waiting + files > 0) waited.current = true
  else if (!waited.current) return null
  const some = waiting + files > 0
  return (
    <p role="status" className={css.cleared}>
      <Icon name={some ? 'clock' : 'check'} />
      <span>
        {some ? (
          <>
            {waiting > 0 && <Plural value={waiting} one="# action waits on this device." other="# actions wait on this device." />}{' '}
            {files > 0 && (
              <Plural value={files} one="# photo or document waits on this device." other="# photos and documents wait on this device." />
            )}{' '}
            <Trans>Sent as soon as there is a connection, under the name of who did it.</Trans>
          </>
        ) : (
          <Trans>All work on this device has been sent.</Trans>
        )}
      </span>
    </p>
  )
}
