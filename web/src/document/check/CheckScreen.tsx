import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/kit/ui'
import { Answer } from './Answer'
import css from './Check.module.css'
import { type Checked, checkFile, fetchCheckers } from './checkFile'
import { SealPart } from './SealPart'

/** Takes a signed bill or an evidence bundle and says whether it is genuine and unchanged. Nothing leaves the device, and no connection is needed. */
export function CheckScreen() {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(0)
  const [answers, setAnswers] = useState<Checked[]>([])

  useEffect(() => void fetchCheckers(), [])

  const take = async (files: readonly File[]) => {
    setBusy((n) => n + files.length)
    for (const file of files) {
      const answer = await checkFile(file).catch((): Checked => ({ name: file.name, key: crypto.randomUUID(), kind: 'unreadable' }))
      setAnswers((all) => [answer, ...all])
      setBusy((n) => n - 1)
    }
  }
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    void take([...e.dataTransfer.files])
  }
  return (
    <div className={css.screen}>
      <h1>
        <Trans>Check a document</Trans>
      </h1>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shorter way for a mouse; the button inside does the same */}
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>
          <Trans>Drop a signed bill (PDF) or an evidence bundle (ZIP) here. It is checked on this device and sent nowhere.</Trans>
        </p>
        <Button loading={busy > 0} onClick={() => picker.current?.click()}>
          <Trans>Choose files</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept=".pdf,.zip,application/pdf,application/zip"
          aria-label={t`Files to check`}
          onChange={(e) => {
            void take([...(e.currentTarget.files ?? [])])
            e.currentTarget.value = ''
          }}
        />
      </div>
      <ol className={css.answers} aria-live="polite" aria-label={t`Results`}>
        {answers.map((a) => (
          <li key={a.key}>
            <Answer of={a} />
          </li>
        ))}
      </ol>
      <SealPart />
    </div>
  )
}
