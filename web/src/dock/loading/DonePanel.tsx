import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { tail } from '@/kit/format/identifier'
import { enterSendsNothing, useScan } from '@/kit/scan/useScan'
import { Button, Checkbox, NumberInput, SegmentedControl, Stack, TextInput } from '@/kit/ui'
import { useKept } from '../load/kept'
import { aboard, allShort, type Load, onTruck, type Pallet } from '../load/load'
import { outside, unitOf } from '../load/temperature'
import { notASeal, withSeal } from '../scan/meant'
import css from './Loading.module.css'
import { PanelFoot } from './PanelFoot'
import { PanelFrame } from './PanelFrame'

/** Closes the trailer: seal, trailer, and a plain word about what stays behind. */
interface DonePanelProps {
  load: Load
  pallets: Pallet[]
  left: Pallet[]
  onClose: () => void
  /** A pallet that is scanned while the trailer is being closed still goes on. */
  onLabel: (text: string) => void
}

export function DonePanel({ load, pallets, left, onClose, onLabel }: DonePanelProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const trailer = useRef<HTMLInputElement>(null)
  const [typed, keep, drop] = useKept(`done.${load.id}`, {
    seal: load.seal,
    trailer: load.trailer,
    stay: false,
    degrees: load.measured.unit ? load.measured.milli / 1000 : ('' as number | string),
    unit: load.measured.unit || unitOf(load.temperature),
  })
  const [asked, setAsked] = useState(false)
  const cold = load.temperature !== ''
  const unknown = cold && (typed.degrees === '' || Number.isNaN(Number(typed.degrees)))
  const measured = { milli: Math.round(Number(typed.degrees) * 1000), unit: typed.unit }
  const pieces = aboard(pallets).pieces
  const differs = pallets.some(onTruck) && pieces !== load.pieces
  const staged = left.filter((p) => p.state === 'staged' && !allShort(p)).length
  const [label, setLabel] = useState('')
  const typedLabel = notASeal(typed.seal, load, pallets)
  useScan((text) => {
    const wrong = notASeal(text, load, pallets)
    setLabel(wrong ?? '')
    if (wrong) return onLabel(wrong)
    feedback('good')
    if (document.activeElement === trailer.current) keep((now) => ({ ...now, trailer: text }))
    else keep((now) => ({ ...now, seal: withSeal(now.seal, text) }))
  })
  const { trouble, keeping } = useKeeping()
  const finish = async () => {
    setAsked(true)
    if (unknown || typedLabel) return
    const kept = await keeping(() =>
      send('DockView/FinishLoading', {
        ShipmentId: load.id,
        Seal: typed.seal.trim(),
        Trailer: typed.trailer.trim(),
        Left: staged,
        ...(cold ? { Temperature: measured } : {}),
      }),
    )
    if (!kept) return
    drop()
    // In the panel's place: Back from there leads to the load, not into a panel that has done its work.
    if (load.driverName) await navigate({ to: '/Sign', search: { load: load.id }, replace: true })
    else await navigate({ to: '/eSignBOL/driver/$id', params: { id: load.id }, replace: true })
  }
  return (
    <PanelFrame title={t`Close the trailer`} onClose={onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (left.length === 0 || typed.stay) void finish()
        }}
      >
        <Stack>
          {left.length > 0 && (
            <div className={css.warn} role="note">
              <strong>
                <Plural value={left.length} one="# pallet is not loaded" other="# pallets are not loaded" />
              </strong>
              <div className="identifier">
                {left
                  .slice(0, 12)
                  .map((p) => tail(p.lpn))
                  .join('  ')}
                {left.length > 12 && ' …'}
              </div>
              <Checkbox
                mt="sm"
                size="lg"
                label={<Plural value={left.length} one="It stays here" other="They stay here" />}
                checked={typed.stay}
                onChange={({ currentTarget: { checked: stay } }) => keep((now) => ({ ...now, stay }))}
              />
            </div>
          )}
          {differs && (
            <p className={css.warn} role="note">
              <Trans>
                On the trailer: {pieces} pieces. The bill says {load.pieces}.
              </Trans>
            </p>
          )}
          {cold && (
            <div className={css.line}>
              <NumberInput
                label={t`Temperature in the trailer`}
                description={t`Required: ${load.temperature}`}
                withAsterisk
                inputMode="decimal"
                decimalScale={1}
                hideControls
                value={typed.degrees}
                error={
                  unknown && asked
                    ? t`Measure it before the doors close.`
                    : !unknown && outside(measured, load.temperature)
                      ? t`Outside the required temperature.`
                      : undefined
                }
                onChange={(v) => keep({ ...typed, degrees: v })}
              />
              <SegmentedControl
                aria-label={t`Scale`}
                data={[
                  { value: 'C', label: '°C' },
                  { value: 'F', label: '°F' },
                ]}
                value={typed.unit}
                onChange={(unit) => keep({ ...typed, unit })}
              />
            </div>
          )}
          <TextInput
            label={t`Seal`}
            description={t`Several with commas between them`}
            maxLength={60}
            autoComplete="off"
            value={typed.seal}
            error={(typedLabel ?? label) ? t`${tail(typedLabel ?? label)} is a label, not a seal.` : undefined}
            onChange={(e) => {
              setLabel('')
              keep({ ...typed, seal: e.currentTarget.value })
            }}
            onKeyDown={(e) => {
              // The Enter behind a seal's number must not close the trailer.
              if (e.key !== 'Enter') return
              e.preventDefault()
              trailer.current?.focus()
            }}
          />
          <TextInput
            ref={trailer}
            label={t`Trailer`}
            maxLength={40}
            autoComplete="off"
            value={typed.trailer}
            onChange={(e) => keep({ ...typed, trailer: e.currentTarget.value })}
            onKeyDown={enterSendsNothing}
          />
          <PanelFoot trouble={trouble} cancel={<Trans>Continue loading</Trans>} onCancel={onClose}>
            <Button type="submit" disabled={left.length > 0 && !typed.stay}>
              {typed.seal.trim() ? <Trans>Close with this seal</Trans> : <Trans>Close without a seal</Trans>}
            </Button>
          </PanelFoot>
        </Stack>
      </form>
    </PanelFrame>
  )
}
