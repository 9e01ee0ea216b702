import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Bill } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { useScan } from '@/kit/scan/useScan'
import { Button, Group, Modal } from '@/kit/ui'
import type { Load, Pallet } from '../load/load'
import { keep as keepFile } from '../load/photos'
import { saveSignature } from '../sign/save'
import { collector, isFrame, openAnswer } from './answer'
import { toBase43 } from './base43'
import type { Bytes } from './bytes'
import css from './Phone.module.css'
import { Qr } from './Qr'
import type { Shown } from './shown'
import { type Code, useOffer } from './useOffer'

const CameraScan = lazy(() => import('@/kit/scan/CameraScan').then((m) => ({ default: m.CameraScan })))

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
        {code && <Qr text={code.address} label={t`Code for the driver's phone`} />}
        {trouble !== undefined && (
          <p role="alert" className={css.bad}>
            {refusal.whole(trouble)}
          </p>
        )}
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
  const [trouble, setTrouble] = useState('')
  const [have, setHave] = useState('')
  const box = useRef(collector())
  const line = useRef(Promise.resolve())

  const take = async (whole: Bytes) => {
    const opened = await openAnswer(whole, code.offer)
    if ('wrong' in opened) {
      feedback('bad')
      box.current = collector()
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
    const { answer } = opened
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
        counted: { pallets: answer.pallets, pieces: answer.pieces },
        phone: {
          Way: 'code',
          Offer: code.offer.id,
          Shown: code.offer.digest,
          Answer: file,
          At: answer.at,
          Agent: answer.agent.slice(0, 200),
        },
      })
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
      if (!isFrame(text)) {
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
  return (
    <>
      <p>
        <Trans>
          There is no network here. The driver points the phone's camera at this code; with a signal of its own, the phone shows the bill
          and takes the signature. Then scan the code that the phone shows.
        </Trans>
      </p>
      <Group gap="sm">
        <Button leftSection={<Icon name="camera" />} onClick={() => setCamera(true)}>
          <Trans>Scan the phone's answer</Trans>
        </Button>
      </Group>
      <p role="status">{have}</p>
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble}
        </p>
      )}
      <p>
        <Trans>If the phone has no signal either, it cannot open the page: sign on this tablet.</Trans>
      </p>
      {camera && (
        <Suspense>
          <CameraScan opened onClose={() => setCamera(false)} many={have || <Trans>Hold the phone's code inside the frame.</Trans>} />
        </Suspense>
      )}
    </>
  )
}
