import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PrintButton } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Identifier } from '@/kit/format/Formats'
import { tail } from '@/kit/format/identifier'
import { isSscc } from '@/kit/gs1/checkDigit'
import { Icon } from '@/kit/icon/Icon'
import { later } from '@/kit/later/later'
import { useCrumb } from '@/kit/layout/crumb'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { aboard, isLeft, isOpen, type Load, onTruck, type Pallet } from '../load/load'
import { useLoad, usePallets, useSetting } from '../load/useRows'
import { loadStates } from '../load/words'
import { missingOf } from '../lot/facts'
import { LotWaits } from '../lot/LotWaits'
import { isPlain } from '../lot/rule'
import { decide } from '../scan/decide'
import { deviceLabels } from '../scan/labels'
import { ScanBox } from '../scan/ScanBox'
import { type Told, useScanner } from '../scan/useScanner'
import { useFromDock } from '../sign/signing'
import { DamagePanel } from './DamagePanel'
import { DonePanel } from './DonePanel'
import { DoorPanel } from './DoorPanel'
import css from './Loading.module.css'
import { NotePanel } from './NotePanel'
import { PalletList, Pallets } from './PalletList'
import { Scans } from './Scans'
import { ShortPanel } from './ShortPanel'
import type { LoadingSearch, Panel } from './search'
import { VerdictView } from './VerdictView'
import { WeighPanel } from './WeighPanel'

const LotPanel = later(() => import('../lot/LotPanel').then((m) => m.LotPanel))
const TeachPanel = later(() => import('../lot/TeachPanel').then((m) => m.TeachPanel))

const isGood = (told: Told) => told.kind === 'load' || told.kind === 'again' || told.kind === 'joined'

interface LoadingScreenProps {
  id: string
  search: LoadingSearch
  onSearch: (search: LoadingSearch) => void
}

/** A trailer being loaded: scan, see, go on. Everything on it is read from this device's rows and the address, so it resumes where it was. */
export function LoadingScreen({ id, search, onSearch }: LoadingScreenProps) {
  const load = useLoad(id)
  const pallets = usePallets(id)
  const setting = useSetting(load?.warehouse)
  useCrumb(load?.bol)
  if (load === undefined || pallets === undefined || setting === undefined) return <div aria-busy="true" />
  if (load === null) return <NotHere />
  return <Loading load={load} pallets={pallets} byLabel={setting?.lpnLoading ?? true} search={search} onSearch={onSearch} />
}

function NotHere() {
  return (
    <div className={css.nothing} role="status">
      <strong>
        <Trans>This load is not on this tablet.</Trans>
      </strong>
      <p>
        <Trans>It left the dock, or it belongs to another warehouse.</Trans>
      </p>
      <Link className={css.link} to="/eSignBOL">
        <Trans>Back to the dock</Trans>
      </Link>
    </div>
  )
}

interface LoadingProps extends Omit<LoadingScreenProps, 'id'> {
  load: Load
  pallets: Pallet[]
  /** The warehouse loads by scanning labels; otherwise pallets are ticked off as they go on. */
  byLabel: boolean
}

function Loading({ load, pallets, byLabel, search, onSearch }: LoadingProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [told, setTold] = useState<Told | undefined>()
  const [refused, setRefused] = useState<Told[]>([])
  const where = useRef(search)
  where.current = search
  const open = isOpen(load)

  const show = (next: Told) => {
    // The answer before everything else that a scan sets going: the worker waits for it.
    flushSync(() => {
      setTold(next)
      if (!isGood(next) && next.kind !== 'waits') setRefused((all) => [next, ...all].slice(0, 5))
    })
    // A lot that waits leaves the last pallet the last pallet.
    if (next.kind !== 'waits') onSearch({ ...where.current, last: next.code })
  }
  const take = useScanner(load.id, show)

  // After a reload the last scan is read again: the same label means the same, without being counted anew.
  useEffect(() => {
    const { last } = where.current
    if (!last) return
    let gone = false
    void decide(last, load.id, deviceLabels).then((v) => {
      // One that is on the trailer was counted by that very scan, so it is the tick of then, not a repeat.
      if (!gone) setTold((now) => now ?? ({ ...v, kind: v.kind === 'again' ? 'load' : v.kind, at: 0 } as Told)) // the same members
    })
    return () => {
      gone = true
    }
  }, [load.id])

  const left = useMemo(() => pallets.filter(isLeft), [pallets])
  const lastLoaded = useMemo(() => pallets.filter(onTruck).sort((a, b) => (b.scannedAt ?? '').localeCompare(a.scannedAt ?? '')), [pallets])
  const current = told && isGood(told) ? pallets.find((p) => p.id === told.pallet.id) : undefined
  const missing = useMemo(() => missingOf(pallets), [pallets])
  const chosen = pallets.find((p) => p.id === search.pallet) ?? current
  const on = useMemo(() => aboard(pallets), [pallets])
  const state = loadStates[load.state]
  const fromDock = useFromDock(load, pallets)
  const ticking = open && !byLabel && pallets.length > 0

  const panel = (name: Panel | undefined, pallet?: string) => onSearch({ ...where.current, panel: name, pallet })
  const close = () => panel(undefined)
  /** What the last scan did is taken back: that a lot is this pallet's, or that the pallet is on the trailer. */
  const takeBack = async (p: Pallet) => {
    if (told?.kind !== 'joined') return undo(p)
    const { put } = await import('../lot/understand')
    if (told.was) await put(load, p, told.was)
    setTold({ kind: 'load', pallet: p, load, code: p.lpn, at: Date.now() })
  }
  const undo = async (p: Pallet) => {
    await send('DockView/UnloadPallet', { ShipmentId: load.id, PalletId: p.id })
    if (current?.id === p.id) {
      setTold(undefined)
      onSearch({ ...where.current, last: undefined })
    }
  }
  const loadByHand = async (p: Pallet) => {
    await send('DockView/LoadPallet', { ShipmentId: load.id, PalletId: p.id, Lpn: p.lpn })
    feedback('good')
    show({ kind: 'load', pallet: p, load, code: p.lpn, at: Date.now() })
  }

  const loadTheRest = async () => {
    for (const p of left) await send('DockView/LoadPallet', { ShipmentId: load.id, PalletId: p.id, Lpn: p.lpn })
    feedback('good')
  }

  return (
    <div className={css.screen}>
      <header className={css.head}>
        <button type="button" className={css.door} onClick={() => panel('door')} disabled={!open}>
          {load.door ? <Trans>Door {load.door}</Trans> : <Trans>No door</Trans>}
          {open && <Icon name="down" size="0.8em" />}
        </button>
        <div className={css.what}>
          <span>
            <Trans>
              BOL <Identifier id={load.bol} />
            </Trans>
          </span>
          <span>{load.carrierName || load.carrier}</span>
          <StatusBadge hue={state.hue} label={state.label} />
          {load.temperature && <StatusBadge hue="attention" label={t`Keep at ${load.temperature}`} />}
          {load.hazmat.length > 0 && <StatusBadge hue="attention" label={t`Hazmat`} />}
        </div>
        <strong className={css.figures} aria-live="polite">
          <Trans>
            {load.loadedPallets} of {load.totalPallets}
          </Trans>
          {/* Counted pieces against the bill's: a pallet that is whole and a bill that is not are found here, not at the consignee's. */}
          <small
            className={css.pieces}
            data-differs={pallets.length > 0 && left.length === 0 && on.pieces !== load.pieces ? true : undefined}
          >
            <Trans>
              {on.pieces} of {load.pieces} pieces
            </Trans>
          </small>
        </strong>
      </header>

      {open && <LotWaits load={load} pallet={current ?? lastLoaded[0]} onPick={() => panel('lot')} />}

      {ticking && (
        <section className={css.ticking} aria-label={t`Pallets`}>
          <Pallets load={load} pallets={pallets} open={open} onLoad={loadByHand} onUnload={undo} onPanel={panel} />
        </section>
      )}
      {/* A scan is answered also where none is asked for. */}
      {(!ticking || told) && (
        <div className={css.middle}>
          <VerdictView
            told={told}
            load={load}
            allAboard={open && left.length === 0 && pallets.length > 0}
            onUndo={open && current && (told?.kind === 'joined' ? told.was : onTruck(current)) ? () => void takeBack(current) : undefined}
            onTeach={open && told && isPlain(told.code) && told.code.length > 3 && !isSscc(told.code) ? () => panel('teach') : undefined}
            pallet={current}
            missing={current ? missing(current) : []}
            onOver={
              open ? () => void navigate({ to: '/eSignBOL/numbers/$id', params: { id: load.id }, search: { over: true } }) : undefined
            }
          />
          <Scans loaded={lastLoaded} missing={missing} refused={refused} onUndo={open ? undo : undefined} />
        </div>
      )}

      {open ? (
        <footer className={css.foot}>
          {!ticking && <ScanBox label={t`Label, or its last digits`} onTyped={(text) => take(text, true)} />}
          <div className={css.buttons}>
            {ticking ? (
              <Button variant="default" leftSection={<Icon name="check" />} onClick={() => void loadTheRest()} disabled={left.length === 0}>
                <Plural value={left.length} _0="All aboard" one="# is left: load it" other="# are left: load all" />
              </Button>
            ) : (
              <Button variant="default" onClick={() => panel('list')}>
                <Plural value={left.length} _0="All aboard, list" one="# left, list" other="# left, list" />
              </Button>
            )}
            <Button variant="default" onClick={() => panel('short', current?.id)}>
              <Trans>Short</Trans>
            </Button>
            <Button variant="default" leftSection={<Icon name="camera" />} onClick={() => panel('damage', current?.id)}>
              <Trans>Damage + photo</Trans>
            </Button>
            <Button variant="default" onClick={() => panel('note', current?.id)}>
              <Trans>Note</Trans>
            </Button>
            <Button variant="default" leftSection={<Icon name="scale" />} onClick={() => panel('weigh', current?.id)}>
              <Trans>Weight</Trans>
            </Button>
            <PrintButton shipment={{ ...load, labels: pallets.length }} dock={fromDock} />
            {load.state === 'loaded' ? (
              <Button
                onClick={() =>
                  load.driverName
                    ? void navigate({ to: '/Sign', search: { load: load.id } })
                    : void navigate({ to: '/eSignBOL/driver/$id', params: { id: load.id } })
                }
              >
                {load.driverName ? <Trans>Sign</Trans> : <Trans>Driver ▸ Sign</Trans>}
              </Button>
            ) : (
              <Button onClick={() => panel('done')} disabled={load.loadedPallets === 0 && pallets.length > 0}>
                <Trans>Done ▸ Seal</Trans>
              </Button>
            )}
          </div>
        </footer>
      ) : (
        <footer className={css.foot}>
          <Button variant="default" onClick={() => panel('list')}>
            <Trans>Pallets</Trans>
          </Button>
          <PrintButton shipment={{ ...load, labels: pallets.length }} dock={fromDock} />
          <Button onClick={() => void navigate({ to: '/eSignBOL' })}>
            <Trans>Back to the dock</Trans>
          </Button>
        </footer>
      )}

      {search.panel === 'list' && (
        <PalletList load={load} pallets={pallets} open={open} onClose={close} onLoad={loadByHand} onUnload={undo} onPanel={panel} />
      )}
      {search.panel === 'door' && <DoorPanel load={load} onClose={close} />}
      {search.panel === 'short' && (
        <ShortPanel load={load} pallets={pallets} pallet={chosen} onPick={(p) => panel('short', p.id)} onClose={close} />
      )}
      {search.panel === 'damage' && (
        <DamagePanel load={load} pallets={pallets} pallet={chosen} onPick={(p) => panel('damage', p.id)} onClose={close} />
      )}
      {search.panel === 'note' && (
        <NotePanel load={load} pallets={pallets} pallet={chosen} onPick={(p) => panel('note', p.id)} onClose={close} />
      )}
      {search.panel === 'weigh' && (
        <WeighPanel load={load} pallets={pallets} pallet={chosen} onPick={(p) => panel('weigh', p.id)} onClose={close} />
      )}
      <Suspense>
        {search.panel === 'lot' && (
          <LotPanel load={load} pallets={pallets} pallet={chosen} onPick={(p) => panel('lot', p.id)} onClose={close} />
        )}
        {search.panel === 'teach' && search.last && (
          <TeachPanel
            text={search.last}
            onClose={close}
            onTaught={() => {
              close()
              if (search.last) take(search.last)
            }}
          />
        )}
      </Suspense>
      {search.panel === 'done' && <DonePanel load={load} pallets={pallets} left={left} onClose={close} />}
      <p className="sr-only" role="status">
        {current && t`Last pallet ${tail(current.lpn)}`}
      </p>
    </div>
  )
}
