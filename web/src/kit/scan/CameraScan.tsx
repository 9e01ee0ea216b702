import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHold } from '../busy/useBusy'
import { feedback } from '../feedback/feedback'
import { Button, Group, Modal, Stack, Text } from '../ui'
import css from './CameraScan.module.css'
import { decoder } from './decode'
import { deliver } from './useScan'

const pause = 100 // ten looks a second read a label as soon as the hand is still

interface CameraScanProps {
  opened: boolean
  onClose: () => void
  /** Goes on reading until it is closed: for what comes in several codes, one after the other. Each is handed on once. */
  many?: ReactNode
}

/** Looks through the camera until it has read one barcode, and hands it on as a scan. */
export function CameraScan({ opened, onClose, many }: CameraScanProps) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Scan with the camera`} fullScreen>
      {opened && <Viewfinder onRead={onClose} onClose={onClose} many={many} />}
    </Modal>
  )
}

function Viewfinder({ onRead, onClose, many }: Omit<CameraScanProps, 'opened'> & { onRead: () => void }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [torch, setTorch] = useState(false)
  const [trouble, setTrouble] = useState<'camera' | 'reader'>()
  const done = useRef(onRead)
  done.current = onRead
  const goesOn = many !== undefined
  useHold('camera', true)

  useEffect(() => {
    let stopped = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    const canvas = document.createElement('canvas')
    const read = new Set<string>()
    // Only the middle band is read, where the frame on the screen says to hold the label; a square code needs more of it.
    const tall = goesOn ? 0.9 : 0.5

    async function look() {
      let step: 'camera' | 'reader' = 'camera'
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } })
        if (stopped || !video.current) return
        setTrack(stream.getVideoTracks()[0])
        video.current.srcObject = stream
        await video.current.play()
        step = 'reader'
        const decode = await decoder()
        const context = canvas.getContext('2d', { willReadFrequently: true })
        const next = async () => {
          const v = video.current
          if (stopped || !v || !context) return
          if (v.videoWidth > 0) {
            canvas.width = Math.round(v.videoWidth * 0.9)
            canvas.height = Math.round(v.videoHeight * tall)
            context.drawImage(
              v,
              v.videoWidth * 0.05,
              (v.videoHeight * (1 - tall)) / 2,
              canvas.width,
              canvas.height,
              0,
              0,
              canvas.width,
              canvas.height,
            )
            const text = await decode(context.getImageData(0, 0, canvas.width, canvas.height)).catch(() => undefined)
            if (text && !stopped && goesOn) {
              if (!read.has(text)) {
                feedback('good')
                read.add(text)
                deliver(text, 'camera')
              }
            } else if (text && !stopped) {
              feedback('good')
              done.current()
              deliver(text, 'camera')
              return
            }
          }
          timer = setTimeout(next, pause)
        }
        void next()
      } catch {
        if (!stopped) setTrouble(step)
      }
    }
    void look()
    return () => {
      stopped = true
      clearTimeout(timer)
      for (const t of stream?.getTracks() ?? []) t.stop()
    }
  }, [goesOn])

  // Torch is not in TypeScript's DOM library, nor on every camera.
  const lamp = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch
  if (trouble)
    return (
      <Stack>
        <Text fw={600}>{trouble === 'camera' ? t`The camera cannot be used.` : t`The reader could not be loaded.`}</Text>
        <Text>
          {trouble === 'camera' ? (
            <Trans>Allow the camera for this site in the browser's settings, or use a scanner or type the number.</Trans>
          ) : (
            <Trans>It is fetched once, when there is a connection. Use a scanner or type the number for now.</Trans>
          )}
        </Text>
        <Group>
          <Button onClick={onClose}>{t`Close`}</Button>
        </Group>
      </Stack>
    )
  return (
    <div className={css.finder}>
      <video ref={video} muted playsInline className={css.video} />
      <div className={css.band} aria-hidden="true" />
      <Text ta="center" mt="sm">
        {many ?? <Trans>Hold the label inside the frame.</Trans>}
      </Text>
      {lamp && (
        <Button
          mt="sm"
          variant="default"
          aria-pressed={torch}
          onClick={() => {
            void track?.applyConstraints({ advanced: [{ torch: !torch } as MediaTrackConstraintSet] }) // see above
            setTorch(!torch)
          }}
        >
          {torch ? t`Light off` : t`Light on`}
        </Button>
      )}
    </div>
  )
}
