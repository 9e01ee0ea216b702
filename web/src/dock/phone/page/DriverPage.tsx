import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Speaking } from '@/dock/sign/Speaking'
import { type SignLanguage, signLanguages } from '@/dock/sign/search'
import type { Bytes } from '../bytes'
import { AnswerCodes } from './AnswerCodes'
import css from './DriverPage.module.css'
import { ReadAndSign } from './ReadAndSign'
import { DeadEnd, forgetCodes, type Read, read, signedPaper, sourceOf } from './source'

const key = 'lading.driver.language'
const driverWords = ['driverWords']

function firstLanguage(): SignLanguage {
  const chosen = sessionStorage.getItem(key) ?? navigator.languages.map((l) => l.slice(0, 2)).find((l) => l in signLanguages)
  return chosen && chosen in signLanguages ? (chosen as SignLanguage) : 'en' // one of the keys
}

/** The driver's own phone: nothing to install, nobody to be. What was loaded, the bill, the place to sign. */
export function DriverPage() {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <main className={css.page}>
      <div className={css.languages}>
        {(Object.keys(signLanguages) as SignLanguage[]) // keys of a constant
          .map((l) => (
            <button
              key={l}
              type="button"
              lang={l}
              aria-pressed={language === l}
              title={signLanguages[l]}
              onClick={() => {
                sessionStorage.setItem(key, l)
                setLanguage(l)
              }}
            >
              {l.toUpperCase()}
            </button>
          ))}
      </div>
      <Speaking language={language} catalogues={driverWords}>
        {(consent) => <Load language={language} consent={consent} />}
      </Speaking>
    </main>
  )
}

type Stand =
  | { at: 'reading' }
  | { at: 'open'; read: Read; changed: boolean }
  | { at: 'answer'; answer: Bytes; bol: string }
  | { at: 'signed'; bol: string }
  | { at: 'dead'; end: DeadEnd }

function Load({ language, consent }: { language: SignLanguage; consent: string }) {
  const [stand, setStand] = useState<Stand>({ at: 'reading' })
  const [times, setTimes] = useState(0)
  const [source, setSource] = useState(() => sourceOf(location.hash))

  useEffect(() => {
    // Another code scanned into the same tab changes the address alone.
    const scanned = () => {
      setSource(sourceOf(location.hash))
      setStand({ at: 'reading' })
    }
    addEventListener('hashchange', scanned)
    return () => removeEventListener('hashchange', scanned)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is no reason to ask again
  useEffect(() => {
    let gone = false
    read(source, language).then(
      (found) => !gone && setStand((was) => (was.at === 'reading' ? { at: 'open', read: found, changed: times > 0 } : was)),
      (err: unknown) => !gone && setStand({ at: 'dead', end: err instanceof DeadEnd ? err : new DeadEnd('misread') }),
    )
    return () => {
      gone = true
    }
  }, [source, times])

  const again = () => {
    setStand({ at: 'reading' })
    setTimes((n) => n + 1)
  }
  if (stand.at === 'reading') return <div aria-busy="true" />
  if (stand.at === 'dead') return <Dead end={stand.end} onAgain={again} />
  if (stand.at === 'signed')
    return (
      <div className={css.signed} role="status">
        <h1>
          <Trans>Signed. Thank you.</Trans>
        </h1>
        <p>
          <Trans>Bill {stand.bol}. The dock has it already; you can close this page.</Trans>
        </p>
        {source?.way === 'link' && <SignedPaper token={source.token} language={language} />}
      </div>
    )
  if (stand.at === 'answer') return <AnswerCodes answer={stand.answer} bol={stand.bol} />
  return (
    <ReadAndSign
      source={source}
      read={stand.read}
      changed={stand.changed}
      language={language}
      consent={consent}
      onSigned={(bol) => setStand({ at: 'signed', bol })}
      onAnswer={(answer) => {
        forgetCodes()
        setStand({ at: 'answer', answer, bol: stand.read.shown.bol })
      }}
      onDead={(end) => (end.again ? again() : setStand({ at: 'dead', end }))}
    />
  )
}

function Dead({ end, onAgain }: { end: DeadEnd; onAgain: () => void }) {
  const { t } = useLingui()
  return (
    <div className={css.dead} role="alert">
      <h1>
        {end.why === 'refused'
          ? end.said || t`This link cannot be used.`
          : end.why === 'no-contact'
            ? t`No connection. Check the phone's signal, then try again.`
            : end.why === 'misread'
              ? t`The code was not read in full. Scan it again.`
              : end.why === 'first-code'
                ? t`This code belongs to another one. Have the tablet show its first code, and scan that first.`
                : t`This page opens from the code on the dock's tablet. Scan it with the phone's camera.`}
      </h1>
      {end.why === 'no-contact' && (
        <button type="button" className={css.plain} onClick={onAgain}>
          <Trans>Try again</Trans>
        </button>
      )}
      {!end.over && (
        <p>
          <Trans>You can always sign on the tablet instead: ask the dock worker.</Trans>
        </p>
      )}
    </div>
  )
}

/** The sealed bill for the road: a receiver or the police may ask for it. */
function SignedPaper({ token, language }: { token: string; language: SignLanguage }) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { t } = useLingui()
  const get = async () => {
    setBusy(true)
    setTrouble('')
    try {
      const { blob, name } = await signedPaper(token, language)
      const address = URL.createObjectURL(blob)
      const link = document.createElement('a')
      Object.assign(link, { href: address, download: name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch (err) {
      setTrouble(err instanceof DeadEnd && err.said ? err.said : t`No connection. Check the phone's signal, then try again.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" className={css.plain} disabled={busy} onClick={() => void get()}>
        <Trans>Save the signed bill (PDF)</Trans>
      </button>
      {trouble && <p role="alert">{trouble}</p>}
    </>
  )
}
