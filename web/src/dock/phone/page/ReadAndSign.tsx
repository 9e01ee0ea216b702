import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { usePhotosAtWork } from '@/dock/photos/usePhotosAtWork'
import { Facts } from '@/dock/sign/Facts'
import { consentVersion } from '@/dock/sign/Speaking'
import type { SignLanguage } from '@/dock/sign/search'
import { BillView } from '@/document/public'
import { Identifier } from '@/kit/format/Formats'
import { takePhoto } from '@/kit/photo/takePhoto'
import { isEmpty, type Strokes, takeSignature } from '@/kit/signature/strokes'
import { usePad } from '@/kit/signature/usePad'
import type { Bytes } from '../bytes'
import css from './DriverPage.module.css'
import { answerTo, DeadEnd, type Read, type Signing, type Source, signByLink } from './source'

interface ReadAndSignProps {
  source: Source | undefined
  read: Read
  /** It was read before, and something is otherwise now. */
  changed: boolean
  language: SignLanguage
  consent: string
  onSigned: (bol: string) => void
  onAnswer: (answer: Bytes) => void
  onDead: (end: DeadEnd) => void
}

const mostPhotos = 3

/** Pieces, weight, hazmat and seal first; then the bill; then the pad, where the thumb is. */
export function ReadAndSign({ source, read, changed, language, consent, onSigned, onAnswer, onDead }: ReadAndSignProps) {
  const { t } = useLingui()
  const { shown, digest, offer } = read
  const [name, setName] = useState(shown.driverName)
  const [drawn, setDrawn] = useState<Strokes | null>(null)
  const [own, setOwn] = useState<{ pallets: number; pieces: number } | null>(null)
  const [photos, setPhotos] = useState<Blob[]>([])
  const taken = useRef<Blob[]>([]) // as they stand when a signature has waited for one
  const atWork = usePhotosAtWork()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState(
    changed ? t`Something on the bill changed while you read it. Please read it again, then sign.` : '',
  )
  const pad = usePad(drawn, setDrawn, busy)
  const counted = own ?? shown
  const noName = name.trim() === ''
  const noInk = isEmpty(drawn)
  const noPieces = counted.pieces <= 0

  const sign = async () => {
    setAsked(true)
    setTrouble('')
    if (!drawn || noName || noInk || noPieces) {
      if (noName) document.getElementById('driver-name')?.focus()
      return
    }
    setBusy(true)
    if (!(await atWork.settled())) return setBusy(false) // the driver reads that a photo is missing, and decides
    try {
      const { image, strokes } = await takeSignature(drawn)
      const signing: Signing = {
        name: name.trim(),
        language,
        consent: consentVersion,
        pallets: counted.pallets,
        pieces: counted.pieces,
        disagrees: own !== null,
        drawn,
        image,
        strokes,
        photos: own ? taken.current : [],
      }
      if (source?.way === 'link') onSigned((await signByLink(source.token, digest, signing)).bol)
      else if (offer) onAnswer(await answerTo(offer, signing))
    } catch (err) {
      setBusy(false)
      if (err instanceof DeadEnd && err.why === 'no-contact')
        setTrouble(err.said || t`No connection. Your signature is still here: try again.`)
      else if (err instanceof DeadEnd) onDead(err)
      else setTrouble(t`The signature could not be made on this phone. Try again, or sign on the tablet.`)
    }
  }
  const keep = (all: Blob[]) => {
    taken.current = all.slice(0, mostPhotos)
    setPhotos(taken.current)
  }
  const shoot = async () => {
    setTrouble('')
    let done = () => {}
    try {
      const photo = await takePhoto({
        chosen: () => {
          done = atWork.begin()
        },
      })
      if (photo) keep([...taken.current, photo.blob])
    } catch {
      atWork.failed()
      setTrouble(t`The photo could not be used. Take another, or sign without it.`)
    } finally {
      done()
    }
  }

  return (
    <form
      className={css.form}
      onSubmit={(e) => {
        e.preventDefault()
        void sign()
      }}
    >
      <section className={css.reading}>
        <h1 className={css.title}>
          <Trans>
            BOL <Identifier id={shown.bol} />
          </Trans>
        </h1>
        <p className={css.of}>
          {shown.carrier}
          {shown.trailer && (
            <>
              {' · '}
              <Trans>trailer {shown.trailer}</Trans>
            </>
          )}
          {' · '}
          <Trans>to {shown.to}</Trans>
        </p>
        <Facts pallets={shown.pallets} pieces={shown.pieces} weight={shown.weight} seal={shown.seal} hazmat={shown.hazmat} />
        {shown.exceptions.length > 0 && (
          <div className={css.exceptions}>
            <strong>
              <Trans>Noted at loading</Trans>
            </strong>
            <ul lang="en">
              {shown.exceptions.map((e) => (
                <li key={e}>{e}</li>
              ))}
            </ul>
          </div>
        )}
        {shown.bill ? (
          <details className={css.bill}>
            <summary>
              <Trans>Read the bill</Trans>
            </summary>
            <BillView bill={shown.bill} />
          </details>
        ) : shown.parts ? (
          <p className={css.exceptions} role="status">
            <strong>
              <Trans>
                The bill comes in {shown.parts} more codes, {read.have} of them read.
              </Trans>
            </strong>{' '}
            <Trans>
              Have the tablet show the next code and point the phone's camera at it; then the next. Or read the bill on the tablet before
              you sign.
            </Trans>
          </p>
        ) : (
          <p className={css.exceptions}>
            <Trans>
              This bill is too long for a code. Before you sign, read all of it on the tablet, which offers it beside the code: bill{' '}
              {shown.bol}. Or sign on the tablet instead.
            </Trans>
          </p>
        )}
        <p>
          {shown.exceptions.length === 0 && !own ? (
            <Trans>I picked up what is written above, in apparent good order.</Trans>
          ) : (
            <Trans>I picked up what is written above, in apparent good order, except as noted.</Trans>
          )}
        </p>
        <p className={css.consent}>{consent}</p>
      </section>

      <section className={css.signing}>
        <div className={css.padHead}>
          <span id="pad">
            <Trans>Sign here, with a finger</Trans>
          </span>
          <button type="button" className={css.quiet} disabled={!drawn || busy} onClick={() => setDrawn(null)}>
            <Trans>Clear</Trans>
          </button>
        </div>
        <canvas ref={pad} className={css.pad} role="img" aria-labelledby="pad" data-signed={!noInk} />
        {asked && noInk && (
          <p role="alert" className={css.bad}>
            <Trans>Your signature is missing.</Trans>
          </p>
        )}
        <label className={css.field}>
          <Trans>Name</Trans>
          <input
            id="driver-name"
            value={name}
            maxLength={80}
            autoComplete="name"
            autoCapitalize="words"
            aria-invalid={asked && noName}
            onChange={(e) => setName(e.currentTarget.value)}
          />
        </label>
        {asked && noName && (
          <p role="alert" className={css.bad}>
            <Trans>Your name is missing.</Trans>
          </p>
        )}
        {own ? (
          <fieldset className={css.own}>
            <legend>
              <Trans>What I counted</Trans>
            </legend>
            <div className={css.row}>
              <label className={css.field}>
                <Trans>Pallets</Trans>
                <input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  value={own.pallets}
                  onChange={(e) => setOwn({ ...own, pallets: Math.max(0, Math.trunc(Number(e.currentTarget.value)) || 0) })}
                />
              </label>
              <label className={css.field}>
                <Trans>Pieces</Trans>
                <input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  value={own.pieces}
                  onChange={(e) => setOwn({ ...own, pieces: Math.max(0, Math.trunc(Number(e.currentTarget.value)) || 0) })}
                />
              </label>
            </div>
            {noPieces && (
              <p role="alert" className={css.bad}>
                <Trans>At least one piece.</Trans>
              </p>
            )}
            {source?.way === 'link' ? (
              <div className={css.row}>
                <button
                  type="button"
                  className={css.plain}
                  disabled={photos.length + atWork.count >= mostPhotos}
                  onClick={() => void shoot()}
                >
                  <Trans>Photo of what I counted</Trans>
                </button>
                {photos.length > 0 && <span role="status">{t`${photos.length} of ${mostPhotos} photos`}</span>}
              </div>
            ) : (
              <p>
                <Trans>A photo does not fit into a code. Sign here; the tablet then asks for it and takes it with its own camera.</Trans>
              </p>
            )}
            <button
              type="button"
              className={css.quiet}
              onClick={() => {
                setOwn(null)
                keep([])
              }}
            >
              <Trans>I agree after all</Trans>
            </button>
          </fieldset>
        ) : (
          <button type="button" className={css.plain} onClick={() => setOwn({ pallets: shown.pallets, pieces: shown.pieces })}>
            <Trans>I disagree</Trans>
          </button>
        )}
        {trouble && (
          <p role="alert" className={css.bad}>
            {trouble}
          </p>
        )}
        <button type="submit" className={css.main} disabled={busy}>
          {busy ? <Trans>Sending…</Trans> : <Trans>Sign</Trans>}
        </button>
      </section>
    </form>
  )
}
