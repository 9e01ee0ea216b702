import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { Bell } from '@/notify/public'
import css from './Frame.module.css'
import { Person } from './Person'
import { SyncChip } from './SyncChip'

interface TopBarProps {
  phone: boolean
  onMenu: () => void
  onFind: () => void
  onShortcuts: () => void
  children: ReactNode
}

export function TopBar({ phone, onMenu, onFind, onShortcuts, children }: TopBarProps) {
  const { t } = useLingui()
  return (
    <header className={`${css.bar} no-print`}>
      {phone ? (
        <button type="button" className={css.round} aria-label={t`Open the menu`} onClick={onMenu}>
          <Icon name="menu" size={22} />
        </button>
      ) : (
        <Link to="/Home" className={css.brand}>
          <img src="/icons/mark.svg" alt="" width={26} height={26} />
          Lading
        </Link>
      )}
      {children}
      <button type="button" className={css.find} onClick={onFind} aria-label={t`Find or do`} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>
          <Trans>Find or do</Trans>
        </span>
        <kbd>{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <SyncChip />
      <Bell className={css.round} badge={css.badge} />
      <Person onShortcuts={onShortcuts} />
    </header>
  )
}
