import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentTracked } from '@sync/gen/api'
import { useEffect } from 'react'
import { ask } from '@/kit/guest/ask'
import { LinkPage } from '@/kit/guest/LinkPage'
import { useLink } from '@/kit/guest/useLink'
import { Where } from './Where'

// The secret stands behind the #, which travels to no server by itself. An address of the documents' form, with accessid in the query, is read too.
const at = new URL(location.href)
const token = at.hash.slice(1) || (at.searchParams.get('accessid') ?? '')
if (at.searchParams.has('accessid')) {
  at.searchParams.delete('accessid')
  history.replaceState(null, '', `${at.pathname}${at.search}#${token}`)
}

/** Whoever was sent a load's link sees where it stands. Nobody signs in. */
export function TrackByLink() {
  const { t } = useLingui()
  const link = useLink<ShipmentTracked>({
    key: `track.${token.slice(-6)}`,
    ask: (again) => ask('NewTrackingAPI/TrackingDetails', { Token: token, Again: again }),
    now: (s) => s.now,
    open: (s) => s.status !== 'delivered' && s.status !== 'canceled',
  })
  const number = link.shown?.number
  useEffect(() => {
    document.title = number ?? t`Tracking`
  }, [number, t])
  return (
    <LinkPage link={link} dead={<Trans>This link opens nothing</Trans>}>
      {(shown) => <Where t={shown} />}
    </LinkPage>
  )
}
