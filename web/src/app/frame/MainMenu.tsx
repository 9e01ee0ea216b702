import { Trans } from '@lingui/react/macro'
import type { Page } from '@sync/gen/pages'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMediaQuery } from '@/kit/hooks'
import { Icon, type IconName } from '@/kit/icon/Icon'
import { addressOf, allowed, isBuilt, type MenuNode, menuOf, pageNamed, standsAlone } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { Panel } from '@/kit/panel/Panel'
import { useSession } from '@/kit/remote/user'
import { useAppearance } from '@/kit/theme/appearance'
import css from './Frame.module.css'
import { recent } from './recent'

const icons: Record<string, IconName> = {
  Plan: 'plan',
  Route: 'route',
  Ship: 'ship',
  Receive: 'receive',
  'Manage Dock': 'dock',
  Track: 'track',
  Claim: 'claim',
  Audit: 'audit',
  Analyze: 'analyze',
  Improve: 'improve',
  Portals: 'portal',
  'Dynamic Views': 'views',
  Help: 'help',
  Settings: 'settings',
}

/** The areas of the menu, then recent pages. Only what is built and open to the person is there. */
export function MainMenu({ page }: { page: Page | undefined }) {
  const session = useSession()
  const tree = useMemo(() => menuOf(session?.pages ?? new Set()), [session])
  const dock = useAppearance().density === 'dock'
  const rail = useMediaQuery(`(min-width: 48.01em) and (max-width: ${dock ? 100 : 75}em)`) ?? false
  if (!session) return null
  const last = recent(session.user)
    .flatMap((name) => pageNamed(name) ?? [])
    .filter((p) => p !== page && isBuilt(p) && allowed(p, session.pages) && standsAlone(p))
    // A list and its bucket have one name: the one used last is meant.
    .filter((p, n, all) => p.label !== page?.label && all.findIndex((o) => o.label === p.label) === n)
    .slice(0, 5)
  if (rail)
    return (
      <div className={css.rail}>
        {tree.map((node) => (
          <RailGroup key={node.label} node={node} page={page} />
        ))}
      </div>
    )
  return (
    <>
      <Branch nodes={tree} page={page} depth={0} />
      {last.length > 0 && (
        <>
          <h2 className={css.heading}>
            <Trans>Recent</Trans>
          </h2>
          <ul className={css.group}>
            {last.map((p) => (
              <li key={p.name}>
                <PageLink page={p} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const holds = (node: MenuNode, page: Page | undefined): boolean =>
  (page !== undefined && node.page === page) || node.children.some((c) => holds(c, page))

function PageLink({ page, now, icon }: { page: Page; now?: boolean; icon?: IconName }) {
  const label = usePageWords()
  const shared = { className: css.entry, 'aria-current': now ? ('page' as const) : undefined }
  // A portal is for somebody else's eyes: it opens beside the work, not instead of it.
  return page.public ? (
    <a {...shared} href={addressOf(page)} target="_blank" rel="noopener">
      {icon && <Icon name={icon} />}
      {label(page)}
    </a>
  ) : (
    <Link {...shared} to={addressOf(page)}>
      {icon && <Icon name={icon} />}
      {label(page)}
    </Link>
  )
}

function Branch({ nodes, page, depth }: { nodes: MenuNode[]; page: Page | undefined; depth: number }) {
  return (
    <ul className={css.group}>
      {nodes.map((node) => (
        <li key={node.label}>
          {node.children.length > 0 ? (
            <Folder node={node} page={page} depth={depth} />
          ) : (
            node.page && <PageLink page={node.page} now={node.page === page} icon={depth === 0 ? icons[node.label] : undefined} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Folder({ node, page, depth }: { node: MenuNode; page: Page | undefined; depth: number }) {
  const label = usePageWords()
  const inside = holds(node, page)
  const [opened, setOpened] = useState<boolean>()
  const open = opened ?? inside
  return (
    <>
      <button type="button" className={css.entry} aria-expanded={open} onClick={() => setOpened(!open)}>
        {depth === 0 && <Icon name={icons[node.label] ?? 'box'} />}
        {label(node.label)}
        <span className={css.turn}>
          <Icon name="right" size="0.9em" />
        </span>
      </button>
      {open && (
        <>
          {node.page && (
            <ul className={css.group}>
              <li>
                <PageLink page={node.page} now={node.page === page} />
              </li>
            </ul>
          )}
          <Branch nodes={node.children} page={page} depth={depth + 1} />
        </>
      )}
    </>
  )
}

function RailGroup({ node, page }: { node: MenuNode; page: Page | undefined }) {
  const label = usePageWords()
  return (
    <Panel
      side="right"
      className={css.entry}
      current={holds(node, page)}
      face={
        <>
          <Icon name={icons[node.label] ?? 'box'} size={22} />
          {label(node.label)}
        </>
      }
    >
      {(close) => (
        // biome-ignore lint/a11y: the links inside are what is used; this only hears that one was
        <div className={css.beside} onClick={(e) => e.target instanceof Element && e.target.closest('a') && close()}>
          {node.page && <PageLink page={node.page} now={node.page === page} />}
          <Branch nodes={node.children} page={page} depth={1} />
        </div>
      )}
    </Panel>
  )
}
