import { Plural, Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { useLocale } from '../format/Formats'
import { dateTime } from '../format/time'
import { PlainButton } from '../plain/Plain'
import { lost } from './lost'

/** That work which waited on this device is gone, until a person has read it. */
export function LostWork({ className }: { className?: string | undefined }) {
  const locale = useLocale()
  const gone = useSyncExternalStore(lost.watch, lost.now)
  if (!gone) return null
  return (
    <div className={className} data-hue="attention" role="alert">
      <span>
        <Plural
          value={gone.n}
          one="# action or photo that waited on this device is lost."
          other="# actions and photos that waited on this device are lost."
        />{' '}
        <Trans>
          The browser deleted what it kept; found on {dateTime(gone.at, locale)}. Do that work again, and tell your supervisor, who sees it
          under Devices.
        </Trans>
      </span>
      <PlainButton onClick={lost.seen}>
        <Trans>I have read it</Trans>
      </PlainButton>
    </div>
  )
}
