import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { feedback } from '@/kit/feedback/feedback'
import { Button, Group, Stack, Textarea } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
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
  const save = async () => {
    await send('DockView/NotePallet', { ShipmentId: load.id, PalletId: pallet.id, Note: note.trim() })
    feedback('good')
    drop()
    onClose()
  }
  return (
    <>
      <Textarea label={t`Note`} rows={4} maxLength={400} value={note} onChange={(e) => keep(e.currentTarget.value)} data-autofocus />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => void save()} disabled={note.trim() === pallet.note}>
          <Trans>Keep the note</Trans>
        </Button>
      </Group>
    </>
  )
}
