import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { ScaleButton } from '@/document/public'
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
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    const { scale, ...weight } = typed
    const weigh = { ShipmentId: load.id, PalletId: pallet.id, Weight: weight, Scale: scale }
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
              if (milli !== typed.milli) keep({ ...typed, milli, scale: false })
            }}
            data-autofocus
          />
          <SegmentedControl
            aria-label={t`Unit`}
            data={units.includes(typed.unit) ? units : [...units, typed.unit]}
            value={typed.unit}
            onChange={(unit) => keep({ ...typed, unit, scale: false })}
          />
          <ScaleButton warehouse={load.warehouse} onWeight={(w) => keep({ ...w, scale: true })} />
        </div>
        <p className={css.quiet}>
          <Trans>Its label and the packing list will say so. The bill keeps the weights of its orders.</Trans>
        </p>
        <PanelFoot trouble={trouble} onCancel={onClose}>
          <Button type="submit" disabled={typed.milli <= 0}>
            <Trans>Keep the weight</Trans>
          </Button>
        </PanelFoot>
      </Stack>
    </form>
  )
}
