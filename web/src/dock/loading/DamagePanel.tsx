import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Stack, Textarea } from '@/kit/ui'
import { useBegun } from '../load/kept'
import type { Pallet } from '../load/load'
import { TakePhotos } from '../photos/TakePhotos'
import { usePhotosAtWork } from '../photos/usePhotosAtWork'
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

function Damage({ load, pallet, onClose }: { load: { id: string; warehouse: string }; pallet: Pallet; onClose: () => void }) {
  const { t } = useLingui()
  const { now: typed, latest, keep, drop } = useBegun(`damage.${pallet.id}`, { photos: [] as string[], note: '' })
  const atWork = usePhotosAtWork()
  const [waiting, setWaiting] = useState(false)
  const { trouble, keeping } = useKeeping()
  const save = async () => {
    setWaiting(true)
    const all = await atWork.settled()
    setWaiting(false)
    if (!all) return // the person reads why, and decides whether words will do
    const { photos, note } = latest()
    if (
      !(await keeping(() => send('DockView/NoteDamage', { ShipmentId: load.id, PalletId: pallet.id, Photos: photos, Note: note.trim() })))
    )
      return
    drop()
    onClose()
  }
  const nothing = typed.photos.length + atWork.count === 0 && typed.note.trim() === ''
  return (
    <>
      <TakePhotos
        warehouse={load.warehouse}
        photos={typed.photos}
        most={most}
        atWork={atWork}
        onChange={(change) => keep((now) => ({ ...now, photos: change(now.photos) }))}
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
        onChange={({ currentTarget: { value } }) => keep((now) => ({ ...now, note: value }))}
      />
      <PanelFoot trouble={trouble} onCancel={onClose}>
        <Button onClick={() => void save()} disabled={nothing} loading={waiting}>
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
