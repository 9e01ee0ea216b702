import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type Bill, BillView } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Trouble } from '@/kit/feedback/Trouble'
import { Icon } from '@/kit/icon/Icon'
import { late } from '@/kit/later/late'
import { Qr } from '@/kit/qr/Qr'
import { useRefusal } from '@/kit/remote/refusal'
import { useScan } from '@/kit/scan/useScan'
import { Button, Group, Modal } from '@/kit/ui'
import { useBegun } from '../load/kept'
import type { Load, Pallet } from '../load/load'
import { keep as keepFile } from '../load/photos'
import { TakePhotos } from '../photos/TakePhotos'
import { usePhotosAtWork } from '../photos/usePhotosAtWork'
import { saveSignature } from '../sign/save'
import { type Answer, answerFrames, openAnswer } from './answer'
import { fromBase43, toBase43 } from './base43'
import type { Bytes } from './bytes'
import type { Offer } from './offer'
import css from './Phone.module.css'
import type { Shown } from './shown'
import { type Code, useOffer } from './useOffer'

const CameraScan = late(() => import('@/kit/scan/CameraScan').then((m) => m.CameraScan), null)

interface PhonePanelProps {
  load: Load
  pallets: Pallet[]
  bill: Bill
  shown: Shown
  onClose: () => void
}

/** The code for the driver's own phone. With a network the signature arrives by itself; without one it comes back as a code, and is scanned here. */
export function PhonePanel({ load, pallets, bill, shown, onClose }: PhonePanelProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const { code, trouble, used } = useOffer(load.id, shown)
  return (
    <Modal opened onClose={onClose} title={t`On the driver's phone`} fullScreen closeButtonProps={{ 'aria-label': t`Close` }}>
      <div className={css.panel}>
        {code?.way === 'link' && <Qr text={code.address} label={t`Code for the driver's phone`} />}
        {code?.way === 'code' && <OfferCodes key={code.offer.id} addresses={code.addresses} />}
        {trouble !== undefined && <Trouble>{refusal.whole(trouble)}</Trouble>}
        <div className={css.words}>
          {code?.way === 'link' && (
            <p>
              <Trans>
                The driver points the phone's camera here, reads and signs there. Nothing is installed. The code is good once, for half an
                hour; this screen tells when it is signed.
              </Trans>
            </p>
          )}
          {code?.way === 'code' && <ByCode load={load} pallets={pallets} bill={bill} code={code} onSigned={used} />}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              <Trans>Sign on this tablet instead</Trans>
            </Button>
          </Group>
        </div>
      </div>
    </Modal>
  )
}

/** One code, or the first of several. They stand until somebody asks for the next: a phone's camera opens each by a tap of the driver's. */
function OfferCodes({ addresses }: { addresses: string[] }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const n = at % addresses.length
  return (
    <div className={css.codes}>
      {addresses.length > 1 && (
        <>
          <p role="status">
            <strong>
              <Trans>
                Code {n + 1} of {addresses.length}
              </Trans>
            </strong>{' '}
            <Trans>Show the next when the phone has opened this one.</Trans>
          </p>
          <Button onClick={() => setAt(n + 1)}>
            {n + 1 < addresses.length ? <Trans>Next code</Trans> : <Trans>From the first code</Trans>}
          </Button>
        </>
      )}
      <Qr text={addresses[n] ?? ''} label={t`Code for the driver's phone`} />
    </div>
  )
}

interface ByCodeProps {
  load: Load
  pallets: Pallet[]
  bill: Bill
  code: Extract<Code, { way: 'code' }>
  onSigned: () => void
}

function ByCode({ load, pallets, bill, code, onSigned }: ByCodeProps) {
  const { t } = useLingui()
  const [camera, setCamera] = useState(false)
  const [reading, setReading] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [have, setHave] = useState('')
  const box = useRef(answerFrames.collector())
  const line = useRef(Promise.resolve())
  // An answer that waits for its photos. Kept at once: a lock or a battery swap loses neither.
  const {
    now: back,
    latest: latestBack,
    keep: keepBack,
    drop: dropBack,
  } = useBegun<{ answer: string; photos: string[] } | null>(`phone.answer.${load.id}`, null)
  const atWork = usePhotosAtWork()
  const waiting = useAnswer(back?.answer, code.offer)

  const take = async (whole: Bytes) => {
    const opened = await openAnswer(whole, code.offer)
    if ('wrong' in opened) {
      feedback('bad')
      box.current = answerFrames.collector()
      setHave('')
      setTrouble(
        opened.wrong === 'other-code'
          ? t`That answer is to another code or another bill. The driver scans the code that is shown here, and signs again.`
          : opened.wrong === 'tampered'
            ? t`That answer does not fit this bill. Nothing was signed. The driver scans the code again, and signs again.`
            : t`That is not an answer that this tablet can read. Nothing was signed.`,
      )
      return
    }
    // Who counted otherwise may want to show it, and a photo fits into no code: the tablet's camera takes it.
    if (opened.answer.disagrees) {
      feedback('good')
      keepBack({ answer: toBase43(whole), photos: [] })
    } else await sign(opened.answer, whole, [])
  }
  const sign = async (answer: Answer, whole: Bytes, photos: string[]) => {
    try {
      // Kept with its key, so that anybody can check later that the answer was given to this bill.
      const proof = { offer: code.offer, answer: toBase43(whole) }
      const file = await keepFile(new TextEncoder().encode(JSON.stringify(proof)), 'application/json')
      await saveSignature({
        load,
        pallets,
        bill,
        name: answer.name,
        language: answer.language,
        drawn: answer.drawn,
        counted: { pallets: answer.pallets, pieces: answer.pieces, photos },
        phone: {
          Way: 'code',
          Offer: code.offer.id,
          Shown: code.offer.digest,
          Answer: file,
          At: answer.at,
          Agent: answer.agent.slice(0, 200),
        },
      })
      dropBack()
      onSigned() // the key has done its work: the same answer finds no code to fit any more
      feedback('good')
    } catch (err) {
      console.error('a signature from a phone was not kept', err)
      feedback('bad')
      setTrouble(t`The signature could not be kept on this tablet. Nothing was signed. Try again.`)
    }
  }
  useScan((text) => {
    line.current = line.current.then(async () => {
      setTrouble('')
      if (!answerFrames.is(text)) {
        feedback('bad')
        setTrouble(t`That is not the driver's answer. Scan the code that the phone shows after signing.`)
        return
      }
      const whole = box.current.add(text)
      setHave(t`${box.current.have()} of ${box.current.count()} codes read`)
      if (whole) {
        setCamera(false)
        await take(whole)
      } else feedback('good')
    })
  })
  if (back && waiting)
    return (
      <>
        <p role="status">
          <strong>
            <Trans>
              {waiting.answer.name} counted {waiting.answer.pallets} pallets, {waiting.answer.pieces} pieces.
            </Trans>
          </strong>{' '}
          <Trans>A photo does not fit into a code. Take it with this tablet, if there is to be one; then keep the signature.</Trans>
        </p>
        <TakePhotos
          warehouse={load.warehouse}
          photos={back.photos}
          most={10}
          atWork={atWork}
          onChange={(change) => keepBack((now) => now && { ...now, photos: change(now.photos) })}
          otherwise={t`The photo could not be kept on this tablet. Your count stands without it.`}
        />
        <Trouble>{trouble}</Trouble>
        <Group gap="sm" mt="md" mb="md">
          <Button loading={atWork.count > 0} onClick={() => void sign(waiting.answer, waiting.whole, latestBack()?.photos ?? [])}>
            {back.photos.length > 0 ? <Trans>Save signature with photos</Trans> : <Trans>Save signature without photo</Trans>}
          </Button>
        </Group>
      </>
    )
  return (
    <>
      <p>
        <Trans>
          There is no network here. The driver points the phone's camera at this code; with a signal of its own, the phone shows the bill
          and takes the signature. Then scan the code that the phone shows.
        </Trans>
      </p>
      {(!code.whole || code.addresses.length > 1) && (
        <div role="note" className={css.note}>
          <p>
            {code.whole ? (
              <Trans>
                This bill takes {code.addresses.length} codes. The first opens the page, the others bring the lines. The driver can also
                read the whole bill here.
              </Trans>
            ) : (
              <Trans>
                This bill is longer than codes can carry: the phone shows what counts, not the lines. The driver reads the whole bill here,
                or signs on this tablet.
              </Trans>
            )}
          </p>
          <Button variant="default" onClick={() => setReading(true)}>
            <Trans>Read the bill</Trans>
          </Button>
        </div>
      )}
      <Modal
        opened={reading}
        onClose={() => setReading(false)}
        title={t`The bill`}
        fullScreen
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <BillView bill={bill} />
      </Modal>
      <Group gap="sm">
        <Button leftSection={<Icon name="camera" />} onClick={() => setCamera(true)}>
          <Trans>Scan the phone's answer</Trans>
        </Button>
      </Group>
      <p role="status">{have}</p>
      <Trouble>{trouble}</Trouble>
      <p>
        <Trans>If the phone has no signal either, it cannot open the page: sign on this tablet.</Trans>
      </p>
      {camera && (
        <CameraScan opened onClose={() => setCamera(false)} many={have || <Trans>Hold the phone's code inside the frame.</Trans>} />
      )}
    </>
  )
}

/** The answer behind its text, if it is one to the code that is shown. */
function useAnswer(text: string | undefined, offer: Offer): { answer: Answer; whole: Bytes } | undefined {
  const [found, setFound] = useState<{ answer: Answer; whole: Bytes }>()
  useEffect(() => {
    let gone = false
    setFound(undefined)
    const whole = text === undefined ? undefined : fromBase43(text)
    if (whole)
      void openAnswer(whole, offer).then((opened) => {
        if (!gone && 'answer' in opened) setFound({ answer: opened.answer, whole })
      })
    return () => {
      gone = true
    }
  }, [text, offer])
  return found
}
