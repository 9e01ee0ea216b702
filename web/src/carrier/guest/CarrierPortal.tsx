import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { GuestPage } from '@/kit/guest/GuestPage'
import { LinkPage } from '@/kit/guest/LinkPage'
import { NewLink } from '@/kit/guest/NewLink'
import type { Link } from '@/kit/guest/useLink'
import { late } from '@/kit/later/late'
import css from './Carrier.module.css'
import { CodeEntry } from './CodeEntry'
import { allLoads, Loads, Quotes, Tenders } from './Lists'
import { LoadView } from './LoadView'
import { keepShipper, linked, type Row, renew, type Shown, shipperAsked, usePortal } from './portal'

/** Page 132: a carrier answers tenders and quotes, and tells of its loads, by the link in its mail. Nobody signs in. */
export function CarrierPortal() {
  const shipper = linked ? '' : shipperAsked()
  return shipper ? <ByCode shipper={shipper} /> : <ByLink />
}

/** The way in where the mail with the link is on another device. */
function ByCode({ shipper }: { shipper: string }) {
  const { t } = useLingui()
  useEffect(() => {
    document.title = t`Carrier portal`
  }, [t])
  return (
    <GuestPage>
      <h1>
        <Trans>Carrier portal</Trans>
      </h1>
      <p>
        <Trans>It opens by the link in your mail, or by a code that is mailed to you.</Trans>
      </p>
      <CodeEntry shipper={shipper} />
    </GuestPage>
  )
}

function ByLink() {
  const { t } = useLingui()
  const link = usePortal()
  const shipper = link.shown?.shipper
  useEffect(() => {
    document.title = shipper ? t`Carrier portal · ${shipper}` : t`Carrier portal`
    if (shipper) keepShipper()
  }, [shipper, t])
  return (
    <LinkPage
      link={link}
      dead={linked ? <Trans>This link opens nothing</Trans> : <Trans>The carrier portal opens by the link in your mail</Trans>}
      renew={renew}
      way={!linked && <Trans>No mail? The shipper sends the link, under Settings, Carriers, Manage, Portal links.</Trans>}
    >
      {(shown) => <Portal link={link} shown={shown} />}
    </LinkPage>
  )
}

const Appointments = late(() => import('./slots/Appointments').then((m) => m.Appointments), null)

type Tab = 'tenders' | 'loads' | 'quotes' | 'appointments'

/** The appointment that a mail was about; it stands in the page's address. */
const mailed = new URLSearchParams(location.search).get('appointment') ?? undefined

function Portal({ link, shown }: { link: Link<Shown>; shown: Shown }) {
  const [tab, setTab] = useState<Tab>(() =>
    mailed
      ? 'appointments'
      : shown.tenders.length > 0
        ? 'tenders'
        : shown.quotes.length > 0 && shown.loads.length === 0
          ? 'quotes'
          : 'loads',
  )
  const [open, setOpen] = useState<string>()
  const [more, setMore] = useState<readonly Row[]>([])
  const load = allLoads(shown, more).find((l) => l.id === open)
  const back = () => {
    setOpen(undefined)
    void link.again()
  }
  return (
    <>
      <h1>
        <Trans>Loads of {shown.shipper}</Trans>
      </h1>
      <p className={css.of}>
        {shown.carrier} · {shown.scac}
      </p>
      {load ? (
        <LoadView key={load.id} row={load} scac={shown.scac} onBack={back} />
      ) : (
        <>
          <nav className={css.tabs}>
            <button type="button" aria-pressed={tab === 'tenders'} onClick={() => setTab('tenders')}>
              <Trans>Tenders</Trans> ({shown.tenders.length})
            </button>
            <button type="button" aria-pressed={tab === 'loads'} onClick={() => setTab('loads')}>
              <Trans>Loads</Trans> ({Math.max(shown.hauled, shown.loads.length)})
            </button>
            <button type="button" aria-pressed={tab === 'quotes'} onClick={() => setTab('quotes')}>
              <Trans>Quotes</Trans> ({shown.quotes.length})
            </button>
            <button type="button" aria-pressed={tab === 'appointments'} onClick={() => setTab('appointments')}>
              <Trans>Appointments</Trans>
            </button>
          </nav>
          {tab === 'appointments' ? (
            <Appointments scac={shown.scac} mailed={mailed} />
          ) : tab === 'tenders' ? (
            <Tenders shown={shown} />
          ) : tab === 'quotes' ? (
            <Quotes shown={shown} />
          ) : (
            <Loads shown={shown} more={more} onMore={setMore} onOpen={setOpen} />
          )}
        </>
      )}
      <details className={css.foot}>
        <summary>
          <Trans>About this link</Trans>
        </summary>
        <p>
          <Trans>
            {shown.contact} of {shown.shipper} sent it to {shown.sent}. Do not pass it on: whoever has it can answer in your name.
          </Trans>
        </p>
        <NewLink send={renew} plain />
      </details>
    </>
  )
}
