import { busy } from '@/kit/busy/busy'

const reloaded = 'lading.reloaded'

/**
 * Only where the server itself answers: a reload into a hotel's sign-in page would take the app away. Where the screen still stands, only into
 * another app than this one: the same would bring nothing but the loss of what is open on it.
 */
export async function reloadOnce({ stands = false } = {}) {
  const recently = () => Date.now() - Number(sessionStorage.getItem(reloaded) ?? 0) < 60_000
  if (!navigator.onLine || busy.is() || recently()) return
  const shell = await fetch('/index.html', { cache: 'no-store' }).then(
    (r) => (r.ok ? r.text() : ''),
    () => '',
  )
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!shell.includes('<div id="root">') || (stands && entry && shell.includes(entry)) || busy.is() || recently()) return
  sessionStorage.setItem(reloaded, String(Date.now()))
  location.reload()
}

/** A file of the app that is gone is answered with one reload, and never without a connection. */
export function reloadForLostFiles() {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router would reload by itself, into whatever answers.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce({ stands: true })
  })
}
