import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { bytes } from '@/kit/format/measure'
import { NoContact, Refused } from '@/kit/guest/ask'
import css from './Carrier.module.css'
import { bring, fetchPaper, type Load } from './portal'

/** The papers of a load that its carrier may have, and what it sends: proof of delivery, or anything else. */
export function PapersPart({ load, onAdded }: { load: Load; onAdded: () => void }) {
  const { t, i18n } = useLingui()
  const [said, setSaid] = useState<{ bad: boolean; text: string }>()
  const run = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setSaid({
        bad: true,
        text: err instanceof Refused ? err.fields[0]?.message || err.said : t`No connection. Try again when there is a signal.`,
      })
    }
  }
  const add = (file: File | undefined, proof: boolean) =>
    run(async () => {
      if (!file) return
      setSaid({ bad: false, text: t`Sending ${file.name}…` })
      await bring(file, load.id, proof)
      setSaid({ bad: false, text: t`${file.name} was added.` })
      onAdded()
    })
  return (
    <section className={css.part}>
      <h2>
        <Trans>Documents</Trans>
      </h2>
      {load.papers.length > 0 && (
        <ul>
          {load.papers.map((p) => (
            <li key={p.id}>
              <button
                type="button"
                onClick={() => {
                  setSaid(undefined)
                  void run(() => fetchPaper(load.id, p.id, p.name))
                }}
              >
                {p.kind === 'pod' ? <Trans>Proof of delivery</Trans> : <Trans>Bill of lading, signed</Trans>} · {p.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {load.files.length > 0 && (
        <ul>
          {load.files.map((f) => (
            <li key={f.id}>
              {f.name}{' '}
              <small className={css.quiet}>
                {[f.proof && t`proof of delivery`, bytes(f.size, i18n.locale)].filter(Boolean).join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
      <div className={css.form}>
        {(load.statuscode === 'A' || load.statuscode === 'D') && (
          <Choose label={t`Add proof of delivery`} onChosen={(f) => void add(f, true)} />
        )}
        <Choose label={t`Add another document`} onChosen={(f) => void add(f, false)} />
        {said && (
          <p role={said.bad ? 'alert' : 'status'} className={said.bad ? css.bad : css.quiet}>
            {said.text}
          </p>
        )}
      </div>
    </section>
  )
}

function Choose({ label, onChosen }: { label: string; onChosen: (file: File | undefined) => void }) {
  return (
    <div className={css.file}>
      <label>
        {label}
        <input
          type="file"
          accept=".pdf,.png,.jpg,.jpeg,.csv,.txt,.xls,.xlsx,.doc,.docx"
          onChange={(e) => {
            onChosen(e.currentTarget.files?.[0])
            e.currentTarget.value = ''
          }}
        />
      </label>
    </div>
  )
}
