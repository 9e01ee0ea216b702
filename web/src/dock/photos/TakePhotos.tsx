import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { Icon } from '@/kit/icon/Icon'
import { takePhoto } from '@/kit/photo/takePhoto'
import { Button, Group } from '@/kit/ui'
import { keep } from '../load/photos'
import { useSetting } from '../load/useRows'
import { HeldPhoto } from './HeldPhoto'
import css from './Photos.module.css'
import type { PhotosAtWork } from './usePhotosAtWork'

interface TakePhotosProps {
  /** Whose setting says whether they keep where they were taken. */
  warehouse: string
  /** Hashes of what was taken so far. */
  photos: string[]
  most: number
  /** Told what to make of the photos as they stand then: a photo takes a while, and others may come meanwhile. */
  onChange: (change: (photos: string[]) => string[]) => void
  /** What sends the photos waits for those that are still worked on. */
  atWork: PhotosAtWork
  /** What to do where the device cannot keep one. */
  otherwise: string
}

/** Photos as evidence: taken or chosen, shown, left out again. Each is kept on the device at once; an action only names it. */
export function TakePhotos({ warehouse, photos, most, onChange, atWork, otherwise }: TakePhotosProps) {
  const { t } = useLingui()
  const [trouble, setTrouble] = useState(false)
  const keepPlace = useSetting(warehouse)?.photoPlace ?? false
  const shoot = async (from: 'camera' | 'library') => {
    setTrouble(false)
    let done = () => {}
    try {
      const photo = await takePhoto({
        from,
        keepPlace,
        chosen: () => {
          done = atWork.begin()
        },
      })
      if (!photo) return
      const hash = await keep(photo.blob)
      onChange((photos) => [...new Set([...photos, hash])])
    } catch {
      setTrouble(true)
      atWork.failed()
    } finally {
      done()
    }
  }
  return (
    <>
      <Group gap="sm">
        <Button leftSection={<Icon name="camera" />} onClick={() => void shoot('camera')} disabled={photos.length + atWork.count >= most}>
          <Trans>Take a photo</Trans>
        </Button>
        <Button variant="default" onClick={() => void shoot('library')} disabled={photos.length + atWork.count >= most}>
          <Trans>Choose a picture</Trans>
        </Button>
      </Group>
      {atWork.count > 0 && (
        <p role="status">
          <Plural value={atWork.count} one="Working on # photo…" other="Working on # photos…" />
        </p>
      )}
      {trouble && <Trouble>{otherwise}</Trouble>}
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((hash, at) => (
            <li key={hash}>
              <HeldPhoto hash={hash} alt={t`Photo ${at + 1}`} />
              <button
                type="button"
                onClick={() => onChange((photos) => photos.filter((h) => h !== hash))}
                aria-label={t`Leave photo ${at + 1} out`}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
