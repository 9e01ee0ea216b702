import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { anatomy, sha256 as hashOf } from '../seal/anatomy'
import css from './Copy.module.css'

type Held = { same: boolean; finding?: string }

/** Holds a copy of the file against the sealed one, byte for byte. The copy stays on the reader's device. */
export function Copy({ sha256 }: { sha256: string }) {
  const { t } = useLingui()
  const [held, setHeld] = useState<Held>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const same = (await hashOf(bytes)) === sha256
    const finding = same ? undefined : anatomy(bytes).findings[0]
    setHeld({ same, ...(finding ? { finding } : {}) })
  }
  return (
    <section className={css.copy} aria-labelledby="copy">
      <h2 id="copy">
        <Trans>Do you have the file?</Trans>
      </h2>
      <label
        className={css.drop}
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault()
          void take(e.dataTransfer.files[0])
        }}
      >
        <Trans>Drop the PDF here, or choose it. It is compared on this device and sent nowhere.</Trans>
        <input
          type="file"
          accept=".pdf,application/pdf"
          aria-label={t`PDF of the bill`}
          onChange={(e) => {
            void take(e.currentTarget.files?.[0])
            e.currentTarget.value = ''
          }}
        />
      </label>
      <div role="status">
        {held && (
          <p className={css.held} data-verdict={held.same ? 'good' : 'bad'}>
            <strong>
              {held.same ? <Trans>This is the file that was sealed.</Trans> : <Trans>This is not the file that was sealed.</Trans>}
            </strong>{' '}
            {!held.same && <Why finding={held.finding} />}
          </p>
        )}
      </div>
    </section>
  )
}

function Why({ finding }: { finding: string | undefined }) {
  switch (finding) {
    case 'paper-not-pdf':
      return <Trans>It is not a PDF.</Trans>
    case 'paper-not-sealed':
      return <Trans>It carries no seal.</Trans>
    case 'paper-page-added':
      return <Trans>Pages were added or exchanged after it was sealed.</Trans>
    case 'paper-annotation-added':
      return <Trans>Something was laid over a page after it was sealed.</Trans>
    case 'paper-content-added':
    case 'paper-range-broken':
      return <Trans>Something was added or cut off after it was sealed.</Trans>
  }
  return <Trans>This document was changed, or is not the one on record.</Trans>
}
