import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button, Group } from '../ui'
import css from './DocumentView.module.css'

export interface DocumentViewProps {
  title: string
  /** What is shown: a picture, a PDF or HTML paper, already on the device. */
  blob: Blob | undefined
  name: string
  /** How many copies are usual; a bill of lading goes out in three. */
  copies?: number
}

/** Paper on the screen. What is seen is what is printed: the same file goes to both. */
export function DocumentView({ title, blob, name, copies }: DocumentViewProps) {
  const { t } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])

  const picture = blob?.type.startsWith('image/')
  return (
    <div className={css.document}>
      <Group className="no-print" justify="flex-end" gap="sm">
        {copies && (
          <span>
            <Trans>Usual copies: {copies}</Trans>
          </span>
        )}
        <Button variant="default" component="a" href={address ?? '#'} download={name} disabled={!address}>
          <Trans>Save</Trans>
        </Button>
        <Button disabled={!address} onClick={() => printFrame(frame.current, address)}>
          <Trans>Print</Trans>
        </Button>
      </Group>
      {!blob && <p>{t`This document is not on this device yet. It comes with the next connection.`}</p>}
      {address && picture && <img className={css.picture} src={address} alt={title} />}
      {address && !picture && (
        // HTML paper is ours, but it is shown without scripts and without our origin's rights all the same.
        <iframe
          ref={frame}
          className={css.frame}
          title={title}
          src={address}
          sandbox={blob?.type === 'text/html' ? 'allow-same-origin allow-modals' : undefined}
        />
      )}
    </div>
  )
}

function printFrame(frame: HTMLIFrameElement | null, address: string | undefined) {
  try {
    if (!frame?.contentWindow) throw new Error('nothing to print')
    frame.contentWindow.focus()
    frame.contentWindow.print()
  } catch {
    // Some browsers keep a PDF's frame closed to us: a tab of its own has the browser's print button.
    window.open(address, '_blank', 'noopener')
  }
}
