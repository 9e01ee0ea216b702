import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Icon } from '@/kit/icon/Icon'
import { takePhoto } from '@/kit/photo/takePhoto'
import { Button, Group, Stack, Textarea } from '@/kit/ui'
import { useKept } from '../load/kept'
import type { Pallet } from '../load/load'
import { keep as keepPhoto } from '../load/photos'
import { HeldPhoto } from './HeldPhoto'
import css from './Loading.module.css'
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
  const [trouble, setTrouble] = useState('')
  const shoot = async (from: 'camera' | 'library') => {
    setTrouble('')
    try {
      const photo = await takePhoto({ from })
      // Kept at once, under the hash of its bytes; the action only names it.
      if (photo) keep({ ...typed, photos: [...new Set([...typed.photos, await keepPhoto(photo.blob)])] })
    } catch {
      setTrouble(t`The photo could not be kept on this tablet. Say in words what is damaged.`)
    }
  }
  const save = async () => {
    await send('DockView/NoteDamage', { ShipmentId: load.id, PalletId: pallet.id, Photos: typed.photos, Note: typed.note.trim() })
    feedback('good')
    drop()
    onClose()
  }
  const nothing = typed.photos.length === 0 && typed.note.trim() === ''
  return (
    <>
      <Group gap="sm">
        <Button leftSection={<Icon name="camera" />} onClick={() => void shoot('camera')} disabled={typed.photos.length >= most}>
          <Trans>Take a photo</Trans>
        </Button>
        <Button variant="default" onClick={() => void shoot('library')} disabled={typed.photos.length >= most}>
          <Trans>Choose a picture</Trans>
        </Button>
      </Group>
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble}
        </p>
      )}
      {typed.photos.length > 0 && (
        <ul className={css.photos}>
          {typed.photos.map((hash, at) => (
            <li key={hash}>
              <HeldPhoto hash={hash} alt={t`Photo ${at + 1}`} />
              <button
                type="button"
                onClick={() => keep({ ...typed, photos: typed.photos.filter((h) => h !== hash) })}
                aria-label={t`Leave photo ${at + 1} out`}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
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
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => void save()} disabled={nothing}>
          <Trans>Note the damage</Trans>
        </Button>
      </Group>
      {nothing && (
        <p className={css.quiet}>
          <Trans>Add a photo or say what is damaged.</Trans>
        </p>
      )}
    </>
  )
}
