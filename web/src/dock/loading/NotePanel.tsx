import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Stack, Textarea } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
import { PanelFoot } from './PanelFoot'
import { PanelFrame } from './PanelFrame'
import { type PalletPanelProps, PickPallet } from './PickPallet'

/** A few words about a pallet, which the bill will carry where it is short or damaged. */
export function NotePanel({ load, pallets, pallet, onPick, onClose }: PalletPanelProps) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Note`} onClose={onClose}>
      <Stack>
        <PickPallet pallets={pallets} pallet={pallet} onPick={onPick} />
        {pallet && <Note key={pallet.id} load={load} pallet={pallet} onClose={onClose} />}
      </Stack>
    </PanelFrame>
  )
}

function Note({ load, pallet, onClose }: { load: { id: string }; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const [note, keep, drop] = useKept(`note.${pallet.id}`, pallet.note)
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    if (!(await keeping(() => send('DockView/NotePallet', { ShipmentId: load.id, PalletId: pallet.id, Note: note.trim() })))) return
    drop()
    onClose()
  }
  return (
    <>
      <Textarea label={t`Note`} rows={4} maxLength={400} value={note} onChange={(e) => keep(e.currentTarget.value)} data-autofocus />
      <PanelFoot trouble={trouble} onCancel={onClose}>
        <Button onClick={() => void save()} disabled={note.trim() === pallet.note}>
          <Trans>Save note</Trans>
        </Button>
      </PanelFoot>
    </>
  )
}
