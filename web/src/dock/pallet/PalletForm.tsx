import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { offerUndo } from '@/kit/list/undo'
import { Button, Group, NumberInput, TextInput } from '@/kit/ui'
import { useKept } from '../load/kept'
import { onTruck, type Pallet } from '../load/load'
import css from './Pallet.module.css'

const number = (milli: number) => (milli > 0 ? milli / 1000 : '')
const whole = (v: string | number) => Math.round(Number(v || 0) * 1000)

interface Typed {
  pieces: number | ''
  itemCode: string
  length: string | number
  width: string | number
  height: string | number
  weight: string | number
}

/** A pallet measured and counted again, or taken from its load: the documents' pallet popup, through the outbox as everything here. */
export function PalletForm({ pallet, onClose }: { pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const units = { size: pallet.length.unit || 'in', weight: pallet.weight.unit || 'lb' }
  const [asked, setAsked] = useState(false)
  const start: Typed = {
    pieces: pallet.pieces,
    itemCode: pallet.itemCode,
    length: number(pallet.length.milli),
    width: number(pallet.width.milli),
    height: number(pallet.height.milli),
    weight: number(pallet.weight.milli),
  }
  const [typed, keep, drop] = useKept<Typed>(`pallet.${pallet.id}`, start)
  const tooFew = Number(typed.pieces) < pallet.short
  const of = (p: Pallet) => ({
    ShipmentId: p.shipmentId,
    Flag: 'U',
    HuId: p.id,
    ItemCode: p.itemCode,
    Length: p.length,
    Width: p.width,
    Height: p.height,
    Weight: p.weight,
    Quantity: p.pieces,
  })
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    setAsked(true)
    if (tooFew) return
    const size = (v: string | number) => ({ milli: whole(v), unit: Number(v) > 0 ? units.size : '' })
    const kept = await keeping(() =>
      send('DockView/UpdatePalletPopupDetails', {
        ...of(pallet),
        ItemCode: typed.itemCode.trim(),
        Length: size(typed.length),
        Width: size(typed.width),
        Height: size(typed.height),
        Weight: { milli: whole(typed.weight), unit: units.weight },
        Quantity: Number(typed.pieces) || 0,
      }),
    )
    if (!kept) return
    drop()
    offerUndo(t`Pallet ${pallet.lpn} has been changed.`, () => send('DockView/UpdatePalletPopupDetails', of(pallet)))
  }
  const remove = async () => {
    const from = { ShipmentId: pallet.shipmentId, Flag: 'D', HuId: pallet.id }
    if (await keeping(() => send('DockView/UpdatePalletPopupDetails', from))) onClose()
  }
  const measures = [
    { name: 'length', label: t`Length, ${units.size}` },
    { name: 'width', label: t`Width, ${units.size}` },
    { name: 'height', label: t`Height, ${units.size}` },
    { name: 'weight', label: t`Weight, ${units.weight}` },
  ] as const
  return (
    <form
      className={css.form}
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <h3>
        <Trans>Count and measures</Trans>
      </h3>
      <div className={css.two}>
        <NumberInput
          label={t`Pieces`}
          inputMode="numeric"
          min={0}
          allowDecimal={false}
          value={typed.pieces}
          error={asked && tooFew ? t`${pallet.short} of them are noted short.` : undefined}
          onChange={(v) => keep({ ...typed, pieces: v === '' ? '' : Number(v) })}
        />
        <TextInput
          label={t`Item code`}
          maxLength={40}
          autoComplete="off"
          value={typed.itemCode}
          onChange={(e) => keep({ ...typed, itemCode: e.currentTarget.value })}
        />
        {measures.map(({ name, label }) => (
          <NumberInput
            key={name}
            label={label}
            inputMode="decimal"
            min={0}
            decimalScale={3}
            hideControls
            value={typed[name]}
            onChange={(v) => keep({ ...typed, [name]: v })}
          />
        ))}
      </div>
      <Trouble>{trouble}</Trouble>
      <Group justify="space-between" gap="sm">
        <Button variant="default" disabled={onTruck(pallet)} onClick={() => void remove()}>
          <Trans>Remove from load</Trans>
        </Button>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </Group>
      {onTruck(pallet) && (
        <p className={css.quiet}>
          <Trans>It is on the trailer. Unload it first, then remove it from the load.</Trans>
        </p>
      )}
    </form>
  )
}
