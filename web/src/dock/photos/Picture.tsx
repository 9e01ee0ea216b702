import { Trans, useLingui } from '@lingui/react/macro'
import { working } from '@sync/client'
import { heldFile } from '@sync/files'
import { fetchFile } from '@sync/transfer'
import { useEffect, useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { Modal } from '@/kit/ui'
import css from './Photos.module.css'

/** A photo that an action named: this device's own, or the server's. Tapped, it fills the screen. */
export function Picture({ hash, alt }: { hash: string; alt: string }) {
  const { t } = useLingui()
  const [found, setFound] = useState<{ url: string } | 'absent'>()
  const [large, setLarge] = useState(false)
  useEffect(() => {
    let url: string | undefined
    let gone = false
    const read = async () => {
      const blob = (await heldFile(working().outbox, hash)) ?? (await fetchFile(hash))
      if (gone) return
      if (blob) url = URL.createObjectURL(blob)
      setFound(url ? { url } : 'absent')
    }
    read().catch(() => !gone && setFound('absent'))
    return () => {
      gone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [hash])
  if (found === undefined) return <span className={css.waiting} aria-busy="true" />
  if (found === 'absent')
    return (
      <span className={css.waiting}>
        <Icon name="camera" size={32} />
        <small>
          <Trans>Not on this device; it comes with a connection.</Trans>
        </small>
      </span>
    )
  return (
    <>
      <button type="button" className={css.picture} aria-label={t`Enlarge ${alt}`} onClick={() => setLarge(true)}>
        <img src={found.url} alt={alt} />
      </button>
      <Modal opened={large} onClose={() => setLarge(false)} title={alt} size="xl" closeButtonProps={{ 'aria-label': t`Close` }}>
        <img className={css.large} src={found.url} alt={alt} />
      </Modal>
    </>
  )
}
