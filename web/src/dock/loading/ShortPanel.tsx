import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Group, Stack, Textarea } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
import css from './Loading.module.css'
import { PanelFoot } from './PanelFoot'
import { PanelFrame } from './PanelFrame'
import { type PalletPanelProps, PickPallet } from './PickPallet'

/** How many pieces of a pallet are missing. */
export function ShortPanel({ load, pallets, pallet, onPick, onClose }: PalletPanelProps) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Pieces missing`} onClose={onClose}>
      <Stack>
        <PickPallet pallets={pallets} pallet={pallet} onPick={onPick} />
        {pallet && <Short key={pallet.id} load={load} pallet={pallet} onClose={onClose} />}
      </Stack>
    </PanelFrame>
  )
}

function Short({ load, pallet, onClose }: { load: { id: string }; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const [typed, keep, drop] = useKept(`short.${pallet.id}`, { pieces: pallet.short, note: pallet.shortNote })
  const pieces = Math.min(pallet.pieces, Math.max(0, typed.pieces))
  const set = (n: number) => keep({ ...typed, pieces: Math.min(pallet.pieces, Math.max(0, n)) })
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    if (
      !(await keeping(() =>
        send('DockView/NoteShort', { ShipmentId: load.id, PalletId: pallet.id, Pieces: pieces, Note: typed.note.trim() }),
      ))
    )
      return
    drop()
    onClose()
  }
  return (
    <>
      <div className={css.stepper}>
        <button type="button" onClick={() => set(pieces - 1)} disabled={pieces === 0} aria-label={t`One less`}>
          −
        </button>
        <output aria-live="polite">
          <b>{pieces}</b> <Trans>of {pallet.pieces} missing</Trans>
        </output>
        <button type="button" onClick={() => set(pieces + 1)} disabled={pieces >= pallet.pieces} aria-label={t`One more`}>
          +
        </button>
      </div>
      <Group gap="sm">
        {[5, 10].map((n) => (
          <Button key={n} variant="default" onClick={() => set(pieces + n)} disabled={pieces + n > pallet.pieces}>
            +{n}
          </Button>
        ))}
        <Button variant="default" onClick={() => set(pallet.pieces)}>
          <Trans>The whole pallet</Trans>
        </Button>
      </Group>
      {pieces >= Math.max(1, pallet.pieces) && pallet.scannedAt && (
        <p className={css.quiet}>
          <Trans>With nothing on it, it does not count as loaded.</Trans>
        </p>
      )}
      <Textarea
        label={t`Note`}
        rows={2}
        maxLength={400}
        value={typed.note}
        onChange={(e) => keep({ ...typed, note: e.currentTarget.value })}
      />
      <PanelFoot trouble={trouble} onCancel={onClose}>
        <Button onClick={() => void save()} disabled={pieces === pallet.short && typed.note.trim() === pallet.shortNote}>
          <Plural value={pieces} _0="Nothing missing" one="# piece short" other="# pieces short" />
        </Button>
      </PanelFoot>
    </>
  )
}
