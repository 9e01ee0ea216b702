import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Stack, Textarea } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
import { TakePhotos } from '../photos/TakePhotos'
import css from './Loading.module.css'
import { PanelFoot } from './PanelFoot'
import { PanelFrame } from './PanelFrame'
import { type PalletPanelProps, PickPallet } from './PickPallet'

/** What is damaged: a photo, words, or both. */
export function DamagePanel({ load, pallets, pallet, onPick, onClose }: PalletPanelProps) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Damage`} onClose={onClose}>
      <Stack>
        <PickPallet pallets={pallets} pallet={pallet} onPick={onPick} />
        {pallet && <Damage key={pallet.id} load={load} pallet={pallet} onClose={onClose} />}
      </Stack>
    </PanelFrame>
  )
}

const most = 20

function Damage({ load, pallet, onClose }: { load: { id: string }; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const [typed, keep, drop] = useKept(`damage.${pallet.id}`, { photos: [] as string[], note: '' })
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    if (
      !(await keeping(() =>
        send('DockView/NoteDamage', { ShipmentId: load.id, PalletId: pallet.id, Photos: typed.photos, Note: typed.note.trim() }),
      ))
    )
      return
    drop()
    onClose()
  }
  const nothing = typed.photos.length === 0 && typed.note.trim() === ''
  return (
    <>
      <TakePhotos
        photos={typed.photos}
        most={most}
        onChange={(photos) => keep({ ...typed, photos })}
        otherwise={t`The photo could not be kept on this tablet. Say in words what is damaged.`}
      />
      {pallet.photos.length > 0 && (
        <p className={css.quiet}>
          <Plural value={pallet.photos.length} one="# photo was taken before." other="# photos were taken before." />
        </p>
      )}
      <Textarea
        label={t`What is damaged`}
        rows={3}
        maxLength={400}
        value={typed.note}
        onChange={(e) => keep({ ...typed, note: e.currentTarget.value })}
      />
      <PanelFoot trouble={trouble} onCancel={onClose}>
        <Button onClick={() => void save()} disabled={nothing}>
          <Trans>Note the damage</Trans>
        </Button>
      </PanelFoot>
      {nothing && (
        <p className={css.quiet}>
          <Trans>Add a photo or say what is damaged.</Trans>
        </p>
      )}
    </>
  )
}
