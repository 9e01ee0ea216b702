import { startGuest } from '@/kit/guest/start'
import { AuthenticPage } from './AuthenticPage'
import { checks, OfferPage } from './OfferPage'

/** The page's address names the organisation and the paper, /check/<organisation>/<paper>, or what a mail offers: /check/<organisation>/tender/<id>. */
export function startCheck(root: HTMLElement | null) {
  const [, , org = '', what = '', id = ''] = location.pathname.split('/').map(decodeURIComponent)
  const page = Object.keys(checks).includes(what) ? (
    <OfferPage org={org} what={what as keyof typeof checks /* just looked up */} id={id} />
  ) : (
    <AuthenticPage org={org} paper={what} />
  )
  return startGuest(root, 'paperWords', page)
}
