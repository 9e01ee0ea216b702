import { msg } from '@lingui/core/macro'
import { redirect } from '@tanstack/react-router'
import { allowed, pageAt, startOf } from '@/kit/page/pages'
import { profileLater } from '@/kit/remote/later'
import { type Session, theRemote } from '@/kit/remote/remote'
import { wanted } from '@/kit/remote/wanted'
import { toasts } from '@/kit/toast/toast'

export const support = 'support@lading.example'

let last: Session | null = null

/** Whom the guard has judged by what the device knew then. */
export const judged = () => last

/** Stands before every signed-in screen: asks for a sign-in, remembers where to, and turns away from a page that the person may not open. */
export function guard(href: string, fullPath: string): void {
  const session = theRemote().session()
  last = session
  if (!session) {
    if (href !== '/Home') wanted.keep(href)
    throw redirect({ to: '/' })
  }
  // First things first, but never between a person without a connection and the work.
  if (session.due && theRemote().status().contact !== 'offline' && !profileLater.is()) {
    wanted.keep(href)
    throw redirect({ to: '/Profile' })
  }
  const page = pageAt(fullPath)
  if (!page || !session.known || allowed(page, session.pages)) return
  toasts.warn(msg`You do not have permission to access the page. Please contact support to get access`, {
    action: {
      label: msg`Write to support`,
      run: () => location.assign(`mailto:${support}?subject=${encodeURIComponent(`Access to ${page.name}`)}`),
    },
  })
  throw redirect({ href: startOf(session) })
}
