import { startGuest } from '@/kit/guest/start'
import { AuthenticPage } from './AuthenticPage'

/** The page's address names the organisation and the paper: /check/<organisation>/<paper>. */
export function startCheck(root: HTMLElement | null) {
  const [, , org = '', paper = ''] = location.pathname.split('/')
  return startGuest(root, 'paperWords', <AuthenticPage org={decodeURIComponent(org)} paper={decodeURIComponent(paper)} />)
}
