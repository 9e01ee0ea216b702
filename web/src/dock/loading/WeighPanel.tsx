import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { send } from '@sync/send'
import { useState } from 'react'
import { addWeights, poundsOf, ScaleButton } from '@/document/public'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { useLocale } from '@/kit/format/Formats'
import { type Measure, measure } from '@/kit/format/measure'
import { Button, NumberInput, SegmentedControl, Stack } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Load, Pallet } from '../load/load'
import css from './Loading.module.css'
import { PanelFoot } from './PanelFoot'
import { PanelFrame } from './PanelFrame'
import { type PalletPanelProps, PickPallet } from './PickPallet'

interface WeighPanelProps extends PalletPanelProps {
  load: Load
}

/** What a pallet weighs: off the scale where a print computer has one, typed otherwise. */
export function WeighPanel({ load, pallets, pallet, onPick, onClose }: WeighPanelProps) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Weight`} onClose={onClose}>
      <Stack>
        <PickPallet pallets={pallets} pallet={pallet} onPick={onPick} />
        {pallet && <Weigh key={pallet.id} load={load} pallet={pallet} onClose={onClose} />}
      </Stack>
    </PanelFrame>
  )
}

const units = ['lb', 'kg']

/** What a pallet weighs by its orders. */
const plannedOf = (p: Pallet): Measure => p.contents.reduce<Measure>((w, c) => addWeights(w, c.weight), { milli: 0, unit: '' })

/** Whether a weight differs from its orders' by more than the site takes without asking. */
async function beyond(load: Load, pallet: Pallet, weight: Measure): Promise<boolean> {
  const planned = plannedOf(pallet)
  if (planned.milli <= 0) return false
  const percent = (await local().dock_setting.get(load.warehouse))?.weightTolerance ?? 10
  const was = poundsOf(planned)
  return Math.abs(poundsOf(weight) - was) * 100 > was * percent
}

interface Typed extends Measure {
  /** The number is the scale's own: nobody has typed over it. */
  scale: boolean
}

function Weigh({ load, pallet, onClose }: { load: Load; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const [typed, keep, drop] = useKept<Typed>(`weigh.${pallet.id}`, {
    milli: 0,
    unit: pallet.weight.unit || load.weight.unit || 'lb',
    scale: false,
  })
  const [sure, setSure] = useState(false)
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    const { scale, ...weight } = typed
    if (!sure && (await beyond(load, pallet, weight))) {
      setSure(true)
      return
    }
    const weigh = { ShipmentId: load.id, PalletId: pallet.id, Weight: weight, Scale: scale, ...(sure ? { Sure: true } : {}) }
    if (!(await keeping(() => send('DockView/WeighPallet', weigh)))) return
    drop()
    onClose()
  }
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <Stack>
        {pallet.weight.milli > 0 && (
          <p className={css.quiet}>
            <Trans>So far: {measure(pallet.weight, locale)}</Trans>
          </p>
        )}
        <div className={css.line}>
          <NumberInput
            label={t`Weight, ${typed.unit}`}
            inputMode="decimal"
            min={0}
            max={100_000}
            decimalScale={3}
            hideControls
            value={typed.milli ? typed.milli / 1000 : ''}
            onChange={(v) => {
              const milli = Math.round((Number(v) || 0) * 1000)
              setSure(false)
              if (milli !== typed.milli) keep({ ...typed, milli, scale: false })
            }}
            data-autofocus
          />
          <SegmentedControl
            aria-label={t`Unit`}
            data={units.includes(typed.unit) ? units : [...units, typed.unit]}
            value={typed.unit}
            onChange={(unit) => {
              setSure(false)
              keep({ ...typed, unit, scale: false })
            }}
          />
          <ScaleButton
            warehouse={load.warehouse}
            onWeight={(w) => {
              setSure(false)
              keep({ ...w, scale: true })
            }}
          />
        </div>
        <p className={css.quiet}>
          <Trans>Its label, the packing list and the bill will say so.</Trans>
        </p>
        {sure && (
          <p role="alert">
            <Trans>Its orders say {measure(plannedOf(pallet), locale)}. Weigh it again, or keep this weight if you are sure.</Trans>
          </p>
        )}
        <PanelFoot trouble={trouble} onCancel={onClose}>
          <Button type="submit" disabled={typed.milli <= 0}>
            {sure ? <Trans>Save anyway</Trans> : <Trans>Save weight</Trans>}
          </Button>
        </PanelFoot>
      </Stack>
    </form>
  )
}
