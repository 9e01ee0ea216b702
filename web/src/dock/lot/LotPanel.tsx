import { Trans, useLingui } from '@lingui/react/macro'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Stack, TextInput } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
import { PanelFoot } from '../loading/PanelFoot'
import { PanelFrame } from '../loading/PanelFrame'
import { type PalletPanelProps, PickPallet } from '../loading/PickPallet'
import { type Lots, lotKinds } from './facts'
import { put } from './understand'
import { settle, waitsAt } from './waiting'

/** Lot and days by hand: for a label that no scanner reads, or one that was put on the wrong pallet. */
export function LotPanel({ load, pallets, pallet, onPick, onClose }: PalletPanelProps) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Lot and dates`} onClose={onClose}>
      <Stack>
        <PickPallet pallets={pallets} pallet={pallet} onPick={onPick} />
        {pallet && <Typed key={pallet.id} load={load} pallet={pallet} onClose={onClose} />}
      </Stack>
    </PanelFrame>
  )
}

function Typed({ load, pallet, onClose }: { load: { id: string }; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const { lot, expiresOn, bestBefore } = pallet
  const waits = waitsAt(load.id)
  const [typed, keep, drop] = useKept<Lots>(`lot.${pallet.id}`, {
    lot: waits?.lot ?? lot,
    expiresOn: waits?.expiresOn ?? expiresOn,
    bestBefore: waits?.bestBefore ?? bestBefore,
  })
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    if (!(await keeping(() => put(load, pallet, { ...typed, lot: typed.lot.trim() })))) return
    if (waits) settle(load.id)
    drop()
    onClose()
  }
  return (
    <>
      <TextInput
        label={t`Lot`}
        maxLength={40}
        value={typed.lot}
        onChange={(e) => keep({ ...typed, lot: e.currentTarget.value })}
        autoCapitalize="characters"
        data-scan-field
      />
      <TextInput
        type="date"
        label={t`Expires`}
        value={typed.expiresOn}
        onChange={(e) => keep({ ...typed, expiresOn: e.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`Best before`}
        value={typed.bestBefore}
        onChange={(e) => keep({ ...typed, bestBefore: e.currentTarget.value })}
      />
      <PanelFoot trouble={trouble} onCancel={onClose}>
        <Button onClick={() => void save()} disabled={lotKinds.every((k) => typed[k].trim() === pallet[k])}>
          <Trans>Save lot and dates</Trans>
        </Button>
      </PanelFoot>
    </>
  )
}
