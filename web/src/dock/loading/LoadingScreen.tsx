import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Trouble } from '@/kit/feedback/Trouble'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { tail } from '@/kit/format/identifier'
import { isSscc } from '@/kit/gs1/checkDigit'
import { later } from '@/kit/later/later'
import { useCrumb } from '@/kit/layout/crumb'
import { painted } from '@/kit/layout/painted'
import { isLeft, isOpen, type Load, onTruck, type Pallet } from '../load/load'
import { useLoadWithPallets, useSetting } from '../load/useRows'
import { missingOf } from '../lot/facts'
import { LotWaits } from '../lot/LotWaits'
import { isTeachable } from '../lot/rule'
import { decide } from '../scan/decide'
import { deviceLabels } from '../scan/labels'
import { type Told, useScanner } from '../scan/useScanner'
import { atHand } from './atHand'
import { DamagePanel } from './DamagePanel'
import { DonePanel } from './DonePanel'
import { DoorPanel } from './DoorPanel'
import { Foot } from './Foot'
import { Head } from './Head'
import css from './Loading.module.css'
import { NotePanel } from './NotePanel'
import { PalletList, Pallets } from './PalletList'
import { Scans } from './Scans'
import { ShortPanel } from './ShortPanel'
import type { LoadingSearch, Panel } from './search'
import { useSentBack } from './useSentBack'
import { VerdictView } from './VerdictView'
import { WeighPanel } from './WeighPanel'

const LotPanel = later(() => import('../lot/LotPanel').then((m) => m.LotPanel))
const TeachPanel = later(() => import('../lot/TeachPanel').then((m) => m.TeachPanel))

/** Who scans on in this time does not need to know yet what a reload would show. */
const pause = 700

const isGood = (told: Told) => told.kind === 'load' || told.kind === 'again' || told.kind === 'joined'

interface LoadingScreenProps {
  id: string
  search: LoadingSearch
  onSearch: (search: LoadingSearch) => void
}

/** A trailer being loaded: scan, see, go on. Everything on it is read from this device's rows and the address, so it resumes where it was. */
export function LoadingScreen({ id, search, onSearch }: LoadingScreenProps) {
  const { load, pallets } = useLoadWithPallets(id)
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
  // The label that was scanned last, on its way to the address: a router takes longer over that than the worker waits for an answer.
  const unwritten = useRef<{ last: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => () => clearTimeout(unwritten.current?.timer), [])
  const open = isOpen(load)

  const show = (next: Told) => {
    // The answer before everything else that a scan sets going: the worker waits for it.
    flushSync(() => {
      setTold(next)
      if (!isGood(next) && next.kind !== 'waits') setRefused((all) => [next, ...all].slice(0, 5))
    })
    // A lot that waits leaves the last pallet the last pallet.
    if (next.kind !== 'waits') {
      clearTimeout(unwritten.current?.timer)
      unwritten.current = { last: next.code, timer: setTimeout(() => latest.current.go({}), pause) }
    }
    return painted()
  }
  const take = useScanner(load.id, show, (text) => atHand(text, load, pallets))

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
  const sentBack = useSentBack(told, current)
  const missing = useMemo(() => missingOf(pallets), [pallets])
  const chosen = pallets.find((p) => p.id === search.pallet) ?? current
  const ticking = open && !byLabel && pallets.length > 0

  const go = (to: LoadingSearch) => {
    const last = unwritten.current?.last ?? where.current.last
    clearTimeout(unwritten.current?.timer)
    unwritten.current = undefined
    onSearch({ ...where.current, last, ...to })
  }
  const latest = useRef({ go, take, pallets, current })
  latest.current = { go, take, pallets, current }
  // The parts beside the answer keep what they were given, so that an answer draws itself alone.
  const panel = useCallback((name: Panel | undefined, pallet?: string) => latest.current.go({ panel: name, pallet }), [])
  const openPanel = useCallback((name: Panel) => panel(name), [panel])
  const openNote = useCallback((name: Panel) => panel(name, latest.current.current?.id), [panel])
  const openDoor = useCallback(() => panel('door'), [panel])
  const close = useCallback(() => panel(undefined), [panel])
  const type = useCallback((text: string) => latest.current.take(text, true), [])
  const { trouble, keeping } = useKeeping()
  const undo = useCallback(
    async (p: Pallet) => {
      if (!(await keeping(() => send('DockView/UnloadPallet', { ShipmentId: load.id, PalletId: p.id }), { of: p.id, signal: 'repeat' })))
        return
      if (latest.current.current?.id !== p.id) return
      setTold(undefined)
      latest.current.go({ last: undefined })
    },
    [load.id, keeping],
  )
  /** What the last scan did is taken back: that a lot is this pallet's, or that the pallet is on the trailer. */
  const takeBack = async (p: Pallet) => {
    if (told?.kind !== 'joined') return undo(p)
    const { put } = await import('../lot/understand')
    if (told.was) await put(load, p, told.was)
    setTold({ kind: 'load', pallet: p, load, code: p.lpn, at: Date.now() })
  }
  const loadByHand = async (p: Pallet) => {
    if (await keeping(() => send('DockView/LoadPallet', { ShipmentId: load.id, PalletId: p.id, Lpn: p.lpn }), { of: p.id }))
      void show({ kind: 'load', pallet: p, load, code: p.lpn, at: Date.now() })
  }
  const loadTheRest = useCallback(async () => {
    await keeping(async () => {
      for (const p of latest.current.pallets.filter(isLeft))
        await send('DockView/LoadPallet', { ShipmentId: load.id, PalletId: p.id, Lpn: p.lpn })
    })
  }, [load.id, keeping])

  return (
    <div className={css.screen}>
      <Head load={load} pallets={pallets} onDoor={openDoor} />

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
            sentBack={sentBack}
            load={load}
            allAboard={open && left.length === 0 && pallets.length > 0}
            onUndo={open && current && (told?.kind === 'joined' ? told.was : onTruck(current)) ? () => void takeBack(current) : undefined}
            onTeach={open && told && isTeachable(told.code) && !isSscc(told.code) ? () => panel('teach') : undefined}
            pallet={current}
            missing={current ? missing(current) : []}
            onOver={
              open ? () => void navigate({ to: '/eSignBOL/numbers/$id', params: { id: load.id }, search: { over: true } }) : undefined
            }
          />
          <Scans loaded={lastLoaded} missing={missing} refused={refused} onUndo={open ? undo : undefined} />
        </div>
      )}

      <Trouble>{trouble}</Trouble>
      <Foot load={load} pallets={pallets} ticking={ticking} onTyped={type} onPanel={openPanel} onNote={openNote} onLoadRest={loadTheRest} />

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
      {search.panel === 'done' && <DonePanel load={load} pallets={pallets} left={left} onClose={close} onLabel={take} />}
      <p className="sr-only" role="status">
        {current && t`Last pallet ${tail(current.lpn)}`}
      </p>
    </div>
  )
}
