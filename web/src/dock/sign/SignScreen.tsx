import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { compose, responderOf, stowed } from '@/document/public'
import { useHold } from '@/kit/busy/useBusy'
import { useCrumb } from '@/kit/layout/crumb'
import { useRows } from '@/kit/remote/useRows'
import board from '../board/Board.module.css'
import { LoadCard } from '../board/LoadCard'
import { isSigned } from '../load/load'
import { useLoadWithPallets } from '../load/useRows'
import { Languages } from './Languages'
import { reservations } from './reservations'
import { ShipperForm } from './ShipperForm'
import css from './Sign.module.css'
import { Signed } from './Signed'
import { SignForm } from './SignForm'
import { Speaking, useStartLanguage } from './Speaking'
import type { SignSearch } from './search'
import { driverWaits, shipperSigns } from './shipperFirst'

interface SignScreenProps {
  search: SignSearch
  onSearch: (search: SignSearch) => void
}

/** The driver's screen: what was loaded in large letters, the bill to read, the place to sign. In the driver's language, which is this screen's alone. */
export function SignScreen({ search, onSearch }: SignScreenProps) {
  return search.load ? <OfLoad id={search.load} search={search} onSearch={onSearch} /> : <Choose />
}

function OfLoad({ id, search, onSearch }: SignScreenProps & { id: string }) {
  const start = useStartLanguage()
  const language = search.lang ?? start
  const { load, pallets } = useLoadWithPallets(id)
  // The bill is made here, from the rows of this device, so that it can be read and named without a network.
  const rows = useRows(
    async (db) => ({ shipment: (await db.shipment.get(id)) ?? null, responder: responderOf(await db.org_setup.get('setup')) }),
    [id],
  )
  const shipment = rows?.shipment
  useCrumb(load?.bol)
  useHold('signature', load !== null && load !== undefined && !isSigned(load))

  const made = useMemo(
    () =>
      load && shipment && pallets
        ? compose(shipment, {
            trailer: load.trailer,
            seal: load.seal,
            exceptions: reservations(pallets, undefined, load.nobody),
            pallets: stowed(pallets),
            laid: load.laid,
            version: load.billVersion,
            correction: load.correction,
            responder: rows?.responder,
          })
        : undefined,
    [load, shipment, pallets, rows?.responder],
  )
  if (load === undefined || pallets === undefined || shipment === undefined) return <div aria-busy="true" />
  if (load === null || load.state === 'void')
    return (
      <div className={css.nothing} role="status">
        <strong>
          {load ? <Trans>This load is void. There is nothing to sign.</Trans> : <Trans>This load is not on this tablet.</Trans>}
        </strong>
        <Link className={css.link} to="/eSignBOL">
          <Trans>Back to the dock</Trans>
        </Link>
      </div>
    )
  const shipper = shipperSigns(load, made)
  return (
    <div className={css.screen}>
      <Languages language={language} onLanguage={(lang) => onSearch({ ...search, lang })} />
      <Speaking language={language}>
        {(consent) =>
          isSigned(load) ? (
            <Signed load={load} pallets={pallets} bill={made} />
          ) : (
            <>
              {shipper && <ShipperForm load={load} pallets={pallets} bill={made} language={language} why={shipper} />}
              <SignForm
                waits={driverWaits(shipper, load)}
                load={load}
                pallets={pallets}
                bill={made}
                language={language}
                consent={consent}
                reading={search.bill ?? false}
                onRead={(bill) => onSearch({ ...search, bill: bill || undefined })}
                phone={search.phone ?? false}
                onPhone={(phone) => onSearch({ ...search, phone: phone || undefined })}
              />
            </>
          )
        }
      </Speaking>
    </div>
  )
}

/** Without a load named: those that wait for a signature. */
function Choose() {
  const rows = useRows(async (db) => {
    const loads = (await db.dock_shipment.toArray()).filter((s) => s.state === 'loaded')
    return { loads, zones: new Map((await db.warehouse_site.toArray()).map((s) => [s.id, s.zone])) }
  }, [])
  if (!rows) return <div aria-busy="true" />
  return (
    <div>
      <h1>
        <Trans>Waiting for a signature</Trans>
      </h1>
      {rows.loads.length === 0 && (
        <div className={css.nothing} role="status">
          <strong>
            <Trans>No closed trailer waits for its driver.</Trans>
          </strong>
          <Link className={css.link} to="/eSignBOL">
            <Trans>Back to the dock</Trans>
          </Link>
        </div>
      )}
      <ul className={board.cards}>
        {rows.loads.map((load) => (
          <LoadCard key={load.id} load={load} zone={rows.zones.get(load.warehouse)} />
        ))}
      </ul>
    </div>
  )
}
