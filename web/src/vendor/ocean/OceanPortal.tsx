import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { LinkPage } from '@/kit/guest/LinkPage'
import { NewLink } from '@/kit/guest/NewLink'
import type { Link } from '@/kit/guest/useLink'
import css from '../guest/Portal.module.css'
import { LoadCard } from './LoadCard'
import type { Shown } from './milestone'
import { renew, useOcean, useOceanLink } from './useOcean'

/** Page 148: a forwarder tells of the containers that are on the water, by the link in its mail. Nobody signs in. */
export function OceanPortal() {
  const { t } = useLingui()
  const link = useOceanLink()
  const buyer = link.shown?.buyer
  useEffect(() => {
    document.title = buyer ? t`On the water · ${buyer}` : t`On the water`
  }, [buyer, t])
  return (
    <LinkPage link={link} dead={<Trans>This link opens nothing</Trans>} renew={renew}>
      {(shown) => <Portal link={link} shown={shown} />}
    </LinkPage>
  )
}

function Portal({ link, shown }: { link: Link<Shown>; shown: Shown }) {
  const portal = useOcean(link, shown)
  return (
    <>
      <h1>
        <Trans>On the water for {shown.buyer}</Trans>
      </h1>
      <p className={css.of}>{[shown.forwarder, ...shown.lines].join(' · ')}</p>
      <datalist id="ports">
        {portal.ports.map((p) => (
          <option key={p.code} value={p.code}>
            {p.name}
          </option>
        ))}
      </datalist>
      {shown.loads.length === 0 ? (
        <p className={css.none}>
          <Trans>Nothing is on the water or booked.</Trans>
        </p>
      ) : (
        <ul className={css.cards}>
          {shown.loads.map((l) => (
            <LoadCard key={l.shipmentId} portal={portal} load={l} />
          ))}
        </ul>
      )}
      <details className={css.foot}>
        <summary>
          <Trans>About this link</Trans>
        </summary>
        <p>
          <Trans>
            {shown.contact} of {shown.buyer} sent it to {shown.sent}. Do not pass it on: whoever has it can enter milestones in your name.
          </Trans>
        </p>
        <NewLink send={renew} plain />
      </details>
    </>
  )
}
