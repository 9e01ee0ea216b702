import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { current } from '@sync/client'
import { NoNumbers } from '@sync/leases'
import { sendFrom } from '@sync/send'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ScaleButton } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Trouble } from '@/kit/feedback/Trouble'
import { Identifier } from '@/kit/format/Formats'
import { checks } from '@/kit/gs1/checkDigit'
import { useCrumb } from '@/kit/layout/crumb'
import { PlainSelect } from '@/kit/plain/Plain'
import { useRows } from '@/kit/remote/useRows'
import { enterSendsNothing } from '@/kit/scan/useScan'
import { Button, Checkbox, NumberInput, TextInput } from '@/kit/ui'
import { useKept } from '../load/kept'
import { isOpen, type Load, type Pallet } from '../load/load'
import { useLoadWithPallets } from '../load/useRows'
import { fromScan } from '../scan/fromScan'
import css from './Numbers.module.css'
import { newKey, useNumbers } from './useNumbers'

/** A load's numbers, put right on the spot, and further pallets: all of it from the numbers that this tablet holds. */
export function NumbersScreen({ id, over }: { id: string; over?: boolean | undefined }) {
  const { load, pallets } = useLoadWithPallets(id)
  useCrumb(load?.bol)
  if (load === undefined || pallets === undefined) return <div aria-busy="true" />
  if (load === null || !isOpen(load))
    return (
      <div className={css.nothing} role="status">
        <strong>
          {load ? <Trans>The numbers of this load can no longer be changed.</Trans> : <Trans>This load is not on this tablet.</Trans>}
        </strong>
        <Link className={css.link} to="/eSignBOL">
          <Trans>Back to the dock</Trans>
        </Link>
      </div>
    )
  return <Numbers load={load} pallets={pallets} over={over ?? false} />
}

interface Typed {
  pro: string
  bol: string
  carrier: string
  /** Of the load's lines; none where nobody chose. */
  line?: number | undefined
  description: string
  pieces: number
  weight: number
  /** The scale's own, where the weight was read from it. */
  unit?: string
  over: boolean
}

const blank: Typed = { pro: '', bol: '', carrier: '', description: '', pieces: 0, weight: 0, over: false }

/** Seventeen digits are the trade's own number, which ends in its check digit; a shipper's own number is as it is. */
const wrongBill = (typed: string) => {
  const n = fromScan(typed)
  return /^\d{17}$/.test(n) && !checks(n)
}

function Numbers({ load, pallets, over }: { load: Load; pallets: Pallet[]; over: boolean }) {
  const { t } = useLingui()
  const { left, look } = useNumbers(load.carrier)
  const [typed, keep, drop] = useKept<Typed>(`numbers.${load.id}`, { ...blank, over })
  const carriers = useRows(async (db) => (await db.carrier.orderBy('name').toArray()).filter((c) => !c.disabled), [])
  const lines = useRows(
    async (db) => {
      const s = await db.shipment.get(load.id)
      return (s?.planned?.length ? s.planned : s?.items) ?? []
    },
    [load.id],
  )
  const chooses = (lines?.length ?? 0) > 1 && !typed.over // which of them a pallet is of; of a single one it is always
  const goods = typed.description.trim() || (typed.over ? '' : (lines?.[chooses ? (typed.line ?? -1) : 0]?.description ?? ''))
  const [asked, setAsked] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [done, setDone] = useState('')
  const unit = typed.unit ?? (load.weight.unit || 'lb')

  /** Does one thing, and says what came of it. An exhausted block stops it before anything is written. */
  const act = async (what: () => Promise<string>) => {
    setTrouble('')
    setDone('')
    try {
      setDone(await what())
      feedback('good')
    } catch (err) {
      feedback('bad')
      setTrouble(
        err instanceof NoNumbers
          ? err.kind === 'sscc'
            ? t`This tablet has no pallet numbers left. Take it to where there is Wi-Fi: it takes more by itself.`
            : err.kind === 'bol'
              ? t`This tablet has no bill numbers left. Take it to where there is Wi-Fi: it takes more by itself.`
              : t`This tablet has no PRO numbers of ${load.carrierName || load.carrier} left. Use the driver's own PRO label, or take the tablet to where there is Wi-Fi.`
          : t`The tablet could not save it. Nothing was changed. Try again.`,
      )
      if (!(err instanceof NoNumbers)) console.error('a number was not kept', err)
    }
    look()
  }
  const correct = (numbers: { BolNumber?: string; ProNumber?: string; CarrierScac?: string }, wanted: Parameters<typeof sendFrom>[3]) =>
    sendFrom(current(), 'DockView/UpdateShipmentDetails', { ShipmentId: load.id, ...numbers }, wanted)
  const add = (e: FormEvent) => {
    e.preventDefault()
    setAsked(true)
    if (goods === '' || typed.pieces <= 0 || (chooses && typed.line === undefined)) return
    void act(async () => {
      const { args } = await sendFrom(
        current(),
        'DockView/AddPallet',
        {
          ShipmentId: load.id,
          PalletId: newKey(),
          Sscc: '', // set in the write that takes it
          Description: goods,
          ...(chooses && { Line: typed.line }),
          Pieces: typed.pieces,
          Weight: { milli: Math.round(typed.weight * 1000), unit },
          Over: typed.over,
        },
        { numbers: [{ into: 'Sscc', kind: 'sscc' }] },
      )
      drop()
      setAsked(false)
      return t`Added with the number ${String(args.Sscc)}. Print its label and stick it on.`
    })
  }

  return (
    <div className={css.screen}>
      <h1>
        <Trans>Numbers</Trans> · {load.carrierName || load.carrier}
      </h1>
      {left && (
        <p className={css.quiet} data-testid="left">
          <Trans>On this tablet:</Trans> <Plural value={left.sscc} one="# pallet number" other="# pallet numbers" />
          {' · '}
          <Plural value={left.bol} one="# bill number" other="# bill numbers" />
          {left.pro > 0 && (
            <>
              {' · '}
              <Plural value={left.pro} one="# PRO number" other="# PRO numbers" />
            </>
          )}
        </p>
      )}
      <div role="status">{done && <p className={css.good}>{done}</p>}</div>
      <Trouble>{trouble}</Trouble>
      <div className={css.halves}>
        <section aria-labelledby="papers">
          <h2 id="papers">
            <Trans>Bill and PRO</Trans>
          </h2>
          <div className={css.row}>
            <span>
              <Trans>
                BOL <Identifier id={load.bol} />
              </Trans>
            </span>
            <Button
              variant="default"
              onClick={() =>
                void act(async () => {
                  const { args } = await correct({}, { numbers: [{ into: 'BolNumber', kind: 'bol' }] })
                  return t`The bill has the number ${String(args.BolNumber)} now.`
                })
              }
            >
              <Trans>New bill number</Trans>
            </Button>
          </div>
          <form
            className={css.row}
            onSubmit={(e) => {
              e.preventDefault()
              const bol = fromScan(typed.bol)
              if (!bol) return
              void act(async () => {
                await correct({ BolNumber: bol }, {})
                keep({ ...typed, bol: '' })
                return t`The bill has the number ${bol} now.`
              })
            }}
          >
            <TextInput
              className={css.grow}
              label={t`Another bill number`}
              placeholder={t`Scan or type`}
              data-scan-field
              onKeyDown={enterSendsNothing} // behind a scan it would keep what nobody has read
              maxLength={40}
              autoComplete="off"
              value={typed.bol}
              error={wrongBill(typed.bol) ? t`The check digit does not fit. Read it again.` : undefined}
              onChange={(e) => keep({ ...typed, bol: e.currentTarget.value })}
            />
            <Button type="submit" variant="default" disabled={typed.bol.trim() === '' || wrongBill(typed.bol)}>
              <Trans>Save</Trans>
            </Button>
          </form>
          <form
            className={css.row}
            onSubmit={(e) => {
              e.preventDefault()
              const { carrier } = typed
              if (!carrier || carrier === load.carrier) return
              void act(async () => {
                await correct({ CarrierScac: carrier }, {})
                keep({ ...typed, carrier: '' })
                return t`${carriers?.find((c) => c.id === carrier)?.name ?? carrier} takes this load now.`
              })
            }}
          >
            <div className={css.grow}>
              <label htmlFor="carrier">
                <Trans>Carrier, now {load.carrierName || load.carrier}</Trans>
              </label>
              <PlainSelect
                id="carrier"
                className={css.wide}
                value={typed.carrier || load.carrier}
                onChange={(e) => keep({ ...typed, carrier: e.currentTarget.value })}
              >
                {!carriers?.some((c) => c.id === load.carrier) && <option value={load.carrier}>{load.carrierName || load.carrier}</option>}
                {carriers?.map((c) => (
                  <option key={c.id} value={c.id}>
                    {c.name}
                  </option>
                ))}
              </PlainSelect>
            </div>
            <Button type="submit" variant="default" disabled={!typed.carrier || typed.carrier === load.carrier}>
              <Trans>Change the carrier</Trans>
            </Button>
          </form>
          <form
            className={css.row}
            onSubmit={(e) => {
              e.preventDefault()
              const pro = typed.pro.trim()
              if (!pro) return
              void act(async () => {
                await correct({ ProNumber: pro }, {})
                keep({ ...typed, pro: '' })
                return t`The PRO number is ${pro} now.`
              })
            }}
          >
            <TextInput
              className={css.grow}
              label={load.pro ? t`PRO number, now ${load.pro}` : t`PRO number`}
              placeholder={t`Scan or type`}
              data-scan-field
              onKeyDown={enterSendsNothing} // behind a scan it would keep what nobody has read
              maxLength={40}
              autoComplete="off"
              value={typed.pro}
              onChange={(e) => keep({ ...typed, pro: e.currentTarget.value })}
            />
            <Button type="submit" variant="default" disabled={typed.pro.trim() === ''}>
              <Trans>Save</Trans>
            </Button>
            {(left?.pro ?? 0) > 0 && (
              <Button
                variant="default"
                onClick={() =>
                  void act(async () => {
                    const { args } = await correct({}, { numbers: [{ into: 'ProNumber', kind: 'pro', carrier: load.carrier }] })
                    return t`The PRO number is ${String(args.ProNumber)} now.`
                  })
                }
              >
                <Trans>Next own number</Trans>
              </Button>
            )}
          </form>
          <h2>
            <Trans>Add a pallet</Trans>
          </h2>
          <form className={css.form} onSubmit={add}>
            {chooses && (
              <div>
                <label htmlFor="line">
                  <Trans>Line</Trans>
                </label>
                <PlainSelect
                  id="line"
                  className={css.wide}
                  required
                  value={typed.line ?? ''}
                  onChange={(e) => keep({ ...typed, line: e.currentTarget.value === '' ? undefined : Number(e.currentTarget.value) })}
                >
                  <option value="" />
                  {lines?.map((it, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                    <option key={i} value={i}>
                      {[it.code, it.description, it.order].filter(Boolean).join(' · ')}
                    </option>
                  ))}
                </PlainSelect>
              </div>
            )}
            <TextInput
              label={t`Goods`}
              withAsterisk
              maxLength={200}
              autoComplete="off"
              value={typed.description}
              placeholder={goods}
              error={asked && goods === '' ? t`Contents` : undefined}
              onChange={(e) => keep({ ...typed, description: e.currentTarget.value })}
            />
            <div className={css.row}>
              <NumberInput
                label={t`Pieces`}
                withAsterisk
                inputMode="numeric"
                min={0}
                allowDecimal={false}
                value={typed.pieces || ''}
                error={asked && typed.pieces <= 0 ? t`At least one piece.` : undefined}
                onChange={(v) => keep({ ...typed, pieces: Number(v) || 0 })}
              />
              <NumberInput
                label={t`Weight, ${unit}`}
                inputMode="decimal"
                min={0}
                decimalScale={3}
                value={typed.weight || ''}
                onChange={(v) => keep({ ...typed, weight: Number(v) || 0 })}
              />
              <ScaleButton warehouse={load.warehouse} onWeight={(w) => keep({ ...typed, weight: w.milli / 1000, unit: w.unit })} />
            </div>
            <Checkbox
              size="lg"
              label={t`Over: on no order of this load`}
              checked={typed.over}
              onChange={(e) => keep({ ...typed, over: e.currentTarget.checked })}
            />
            <Button type="submit">
              <Trans>Add and number it</Trans>
            </Button>
          </form>
        </section>
        <section aria-labelledby="labels">
          <h2 id="labels">
            <Trans>Labels</Trans>
          </h2>
          <p className={css.quiet}>
            <Trans>For a torn label: the pallet gets another number, and the old one is no longer known.</Trans>
          </p>
          <ul className={css.pallets}>
            {pallets.map((p) => (
              <li key={p.id} className={css.row}>
                <span className={css.grow}>
                  <Identifier id={p.lpn} /> {p.description}
                </span>
                <Button
                  variant="default"
                  aria-label={t`New label for ${p.lpn}`}
                  onClick={() =>
                    void act(async () => {
                      const { args } = await sendFrom(
                        current(),
                        'DockView/LabelPallet',
                        { ShipmentId: load.id, PalletId: p.id, Sscc: '' },
                        { numbers: [{ into: 'Sscc', kind: 'sscc' }] },
                      )
                      return t`Pallet ${p.lpn} has the number ${String(args.Sscc)} now. Print its label and stick it on.`
                    })
                  }
                >
                  <Trans>New label</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Link className={css.link} to="/eSignBOL/load/$id" params={{ id: load.id }}>
        <Trans>Back to loading</Trans>
      </Link>
    </div>
  )
}
