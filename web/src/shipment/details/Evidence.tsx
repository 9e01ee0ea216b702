import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { fetchFile } from '@sync/transfer'
import { useEffect, useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { DocumentView } from '@/kit/document/DocumentView'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { Modal } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { eventWords } from './eventWords'
import type { Event } from './useShipment'
import css from './Workspace.module.css'

const photosOf = (e: Event): string[] => {
  const named = (e.data as { photos?: unknown } | null)?.photos // only some kinds of event name photos
  return Array.isArray(named) ? named.filter((h) => typeof h === 'string') : []
}

/** The dock's photos beside what they show. They are named by the history, so they are found as long as it is. */
export function Evidence({ events, zone }: { events: readonly Event[]; zone?: string }) {
  const { t } = useLingui()
  const words = useWords()
  const [shown, setShown] = useState<{ title: string; blob: Blob }>()
  const told = events.filter((e) => photosOf(e).length > 0)
  if (told.length === 0) return null
  return (
    <Part title={msg`Photos of the dock`}>
      <ul className={css.evidence}>
        {told.map((e) => {
          const what = words(eventWords(e))
          return (
            <li key={e.id}>
              <span>{what}</span>
              <small>
                {e.userName} · <Ago at={e.at} zone={zone} />
              </small>
              <div>
                {photosOf(e).map((hash, n) => (
                  <Photo key={hash} hash={hash} alt={t`${what}, photo ${n + 1}`} onShow={(blob) => setShown({ title: what, blob })} />
                ))}
              </div>
            </li>
          )
        })}
      </ul>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.title}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {shown && <DocumentView title={shown.title} name={`${shown.title}.jpg`} blob={shown.blob} />}
      </Modal>
    </Part>
  )
}

/** A photo from the server; what is still on the tablet, or cannot be fetched now, says so and can be asked for again. */
function Photo({ hash, alt, onShow }: { hash: string; alt: string; onShow: (blob: Blob) => void }) {
  const [round, setRound] = useState(0)
  const [photo, setPhoto] = useState<{ blob: Blob; address: string } | 'not-here' | 'no-contact'>()
  useEffect(() => {
    let address: string | undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    fetchFile(hash).then(
      (blob) => {
        if (gone) return
        address = blob && URL.createObjectURL(blob)
        setPhoto(blob && address ? { blob, address } : 'not-here')
        if (!blob) timer = setTimeout(() => setRound(round + 1), 10_000)
      },
      () => !gone && setPhoto('no-contact'),
    )
    return () => {
      gone = true
      clearTimeout(timer)
      if (address) URL.revokeObjectURL(address)
    }
  }, [hash, round])
  if (typeof photo === 'object')
    return (
      <button type="button" onClick={() => onShow(photo.blob)}>
        <img src={photo.address} alt={alt} />
      </button>
    )
  return (
    <button type="button" aria-busy={photo === undefined} onClick={() => setRound(round + 1)}>
      <Icon name="camera" />
      <small>
        {photo === 'not-here' ? <Trans>still on the tablet</Trans> : photo === 'no-contact' ? <Trans>no connection, try again</Trans> : '…'}
      </small>
    </button>
  )
}
