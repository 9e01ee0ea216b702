import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLocale, useNow } from '@/kit/format/Formats'
import { span } from '@/kit/format/time'
import { Icon, type IconName } from '@/kit/icon/Icon'
import { later } from '@/kit/later/later'
import { Panel } from '@/kit/panel/Panel'
import { useSyncView } from '@/kit/remote/user'
import css from './Frame.module.css'

const SyncPanel = later(() => import('./SyncPanel').then((m) => m.SyncPanel))

/** Always in the same place, always the truth: what is not safe yet, how old it is, what needs a person. */
export function SyncChip() {
  const { t } = useLingui()
  const view = useSyncView()
  const locale = useLocale()
  const now = useNow()
  const age = view.oldestAt ? span(Math.max(0, now - view.oldestAt), locale) : undefined
  const unsent = view.waiting + view.files

  const [hue, icon]: ['good' | 'waiting' | 'attention' | 'quiet', IconName] =
    view.attention > 0 || view.failed
      ? ['attention', 'alert']
      : unsent > 0
        ? ['waiting', 'clock']
        : view.contact === 'offline'
          ? ['quiet', 'cloudOff']
          : view.behind || view.signedOut
            ? ['attention', 'alert']
            : ['good', 'check']

  const words = view.failed
    ? t`Storage failed`
    : view.attention > 0
      ? t`Needs attention`
      : unsent > 0
        ? plural(unsent, { one: '# to send', other: '# to send' })
        : view.contact === 'offline'
          ? view.portal
            ? t`Wi-Fi sign-in needed`
            : t`No connection`
          : view.signedOut
            ? t`Session ended`
            : view.behind
              ? t`Not up to date`
              : t`All saved`

  return (
    <Panel
      className={css.chip}
      // On a phone only the icon and the number are seen.
      label={view.attention > 0 ? `${words} ${view.attention}` : age ? `${words} · ${age}` : words}
      hue={hue}
      face={
        <>
          <Icon name={icon} />
          <span>
            {view.failed ? (
              <span>{words}</span>
            ) : view.attention > 0 ? (
              <>
                <span className={css.long}>{words} </span>
                {view.attention}
              </>
            ) : unsent > 0 ? (
              <>
                <span className={css.words}>{words}</span>
                <span className={css.number}>{unsent}</span>
                {age && <span className={css.long}> · {age}</span>}
              </>
            ) : (
              <span className={css.long}>{words}</span>
            )}
          </span>
        </>
      }
    >
      {(close) => <SyncPanel onClose={close} />}
    </Panel>
  )
}
