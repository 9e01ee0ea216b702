import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useDisclosure, useMediaQuery } from '@/kit/hooks'
import { later } from '@/kit/later/later'
import { crumb } from '@/kit/layout/crumb'
import { pageAt, pageNamed } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import { wanted } from '@/kit/remote/wanted'
import { useScan } from '@/kit/scan/useScan'
import { appearance } from '@/kit/theme/appearance'
import { judged } from '../guard'
import { Breadcrumb } from './Breadcrumb'
import css from './Frame.module.css'
import { noteRecent } from './recent'
import { TopBar } from './TopBar'

// Where to go from here is asked once there is something to see: the first screen does not wait for it.
const Sheet = later(() => import('@/kit/panel/Sheet').then((m) => m.Sheet))
const MainMenu = later(() => import('./MainMenu').then((m) => m.MainMenu))
const Notices = later(() => import('./Notices').then((m) => m.Notices))
const Palette = later(() => import('./Palette').then((m) => m.Palette))
const Shortcuts = later(() => import('./Shortcuts').then((m) => m.Shortcuts))
const Viewing = later(() => import('./Viewing').then((m) => m.Viewing))
const PageHelp = later(() => import('./PageHelp').then((m) => m.PageHelp))

/** What is around every signed-in screen: menu, bar, where you are, and the sync chip that always tells the truth. */
export function Frame() {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const label = usePageWords()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const wide = useMediaQuery('(min-width: 75.01em)') ?? false
  const [menu, menuIs] = useDisclosure(false)
  const [palette, paletteIs] = useDisclosure(false)
  const [shortcuts, shortcutsIs] = useDisclosure(false)
  const [info, setInfo] = useState(false)
  const main = useRef<HTMLElement>(null)
  const { fullPath, pathname } = useRouterState({
    select: (s) => ({ fullPath: s.matches.at(-1)?.fullPath ?? '/', pathname: s.location.pathname }),
    structuralSharing: true,
  })
  const page = pageAt(fullPath)
  const extra = useSyncExternalStore(crumb.watch, crumb.now)

  useEffect(() => {
    document.title = [extra, page && label(page), 'Lading'].filter(Boolean).join(' · ')
  }, [page, label, extra])

  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the event; all else may change without one
  useEffect(() => {
    menuIs.close()
    setInfo(false)
    if (page && session) noteRecent(session.user, page.name)
    // A screen reader and the keyboard start at the new screen; the very first load leaves focus alone.
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname])

  useEffect(() => {
    if (session) return
    wanted.keep(pathname)
    void navigate({ to: '/', replace: true })
  }, [session, navigate, pathname])

  // The guard judged by what the device knew then: a profile that comes or changes later, also before this is drawn, is judged anew.
  useEffect(() => {
    if (session?.known && judged() !== session) void router.invalidate()
  }, [session, router])

  // The first dock worker on a device makes it a dock device; what somebody has chosen since stays.
  const dock = session?.known === true && !session.by && session.defaultPage === pageNamed('eSignBOL')?.id
  useLayoutEffect(() => {
    if (dock && !appearance.sized()) appearance.set({ density: 'dock' })
  }, [dock])

  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const typing = e.target instanceof Element && e.target.closest('input, textarea, select, [contenteditable]')
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') paletteIs.open()
      else if (e.key === '?' && !typing) shortcutsIs.open()
      else return
      e.preventDefault()
    }
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [paletteIs, shortcutsIs])

  // On the dock a scan is always heard: where a screen takes none, it reaches no field and is answered.
  useScan(
    (text, _, poor) =>
      void import('@/dock/public').then((m) =>
        m.answerStray(text, poor, (load) => void navigate({ to: '/eSignBOL/load/$id', params: { id: load } })),
      ),
    { below: true, enabled: session !== null && page?.area === 'dock' },
  )

  if (!session) return null
  if (page?.fullscreen)
    return (
      <main ref={main} tabIndex={-1}>
        {session.by && <Viewing by={session.by} as={session.name} />}
        <Outlet />
      </main>
    )
  // Beside the way to the page where there is room; a line of its own is dear on a small screen, but it must not be lost.
  const about = page && (
    <button type="button" className={css.about} aria-expanded={info} aria-controls="page-info" onClick={() => setInfo(!info)}>
      <Trans>About this page</Trans>
    </button>
  )
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#main">
        <Trans>Skip to the screen</Trans>
      </a>
      <TopBar phone={phone} onMenu={menuIs.open} onFind={paletteIs.open} onShortcuts={shortcutsIs.open}>
        <Breadcrumb page={page} />
        {wide && about}
      </TopBar>
      {phone ? (
        <Sheet opened={menu} onClose={menuIs.close} title={t`Main menu`}>
          <MainMenu page={page} />
        </Sheet>
      ) : (
        <nav className={`${css.menu} no-print`} aria-label={t`Main menu`}>
          <MainMenu page={page} />
        </nav>
      )}
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        {session.by && <Viewing by={session.by} as={session.name} />}
        <Notices />
        {palette && <Palette onClose={paletteIs.close} />}
        {shortcuts && <Shortcuts onClose={shortcutsIs.close} />}
        {!wide && about}
        {page && info && <PageHelp page={page} id="page-info" className={`${css.info} no-print`} />}
        <Outlet />
      </main>
    </div>
  )
}
