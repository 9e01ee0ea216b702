import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { Icon } from '@/kit/icon/Icon'
import { takePhoto } from '@/kit/photo/takePhoto'
import { Button, Group } from '@/kit/ui'
import { keep } from '../load/photos'
import { HeldPhoto } from './HeldPhoto'
import css from './Photos.module.css'

interface TakePhotosProps {
  /** Hashes of what was taken so far. */
  photos: string[]
  most: number
  onChange: (photos: string[]) => void
  /** What to do where the device cannot keep one. */
  otherwise: string
}

/** Photos as evidence: taken or chosen, shown, left out again. Each is kept on the device at once; an action only names it. */
export function TakePhotos({ photos, most, onChange, otherwise }: TakePhotosProps) {
  const { t } = useLingui()
  const [trouble, setTrouble] = useState(false)
  const shoot = async (from: 'camera' | 'library') => {
    setTrouble(false)
    try {
      const photo = await takePhoto({ from })
      if (photo) onChange([...new Set([...photos, await keep(photo.blob)])])
    } catch {
      setTrouble(true)
    }
  }
  return (
    <>
      <Group gap="sm">
        <Button leftSection={<Icon name="camera" />} onClick={() => void shoot('camera')} disabled={photos.length >= most}>
          <Trans>Take a photo</Trans>
        </Button>
        <Button variant="default" onClick={() => void shoot('library')} disabled={photos.length >= most}>
          <Trans>Choose a picture</Trans>
        </Button>
      </Group>
      {trouble && <Trouble>{otherwise}</Trouble>}
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((hash, at) => (
            <li key={hash}>
              <HeldPhoto hash={hash} alt={t`Photo ${at + 1}`} />
              <button type="button" onClick={() => onChange(photos.filter((h) => h !== hash))} aria-label={t`Leave photo ${at + 1} out`}>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
