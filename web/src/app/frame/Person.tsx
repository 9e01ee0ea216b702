import { useLingui } from '@lingui/react/macro'
import { later } from '@/kit/later/later'
import { Panel } from '@/kit/panel/Panel'
import { useSession } from '@/kit/remote/user'
import css from './Frame.module.css'

const PersonPanel = later(() => import('./PersonPanel').then((m) => m.PersonPanel))

const initials = (name: string) =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((w) => w[0]?.toUpperCase() ?? '')
    .join('')

/** Who is signed in. */
export function Person({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  if (!session) return null
  return (
    <Panel
      className={css.round}
      label={t`${session.name}: person and device`}
      face={<span className={css.initials}>{initials(session.name || session.userName)}</span>}
    >
      {(close) => <PersonPanel onClose={close} onShortcuts={onShortcuts} />}
    </Panel>
  )
}
