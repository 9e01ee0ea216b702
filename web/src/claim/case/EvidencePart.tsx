import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ClaimDossier, FreightFinding, FreightPaper } from '@sync/gen/api'
import { download, upload } from '@sync/transfer'
import { useRef, useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { DocumentView } from '@/kit/document/DocumentView'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { Button, Modal, Select } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Claim.module.css'
import { type Proof, proofs } from './words'

interface EvidenceProps {
  claim: ClaimDossier
  /** All documents of the shipment. */
  papers: readonly FreightPaper[]
  findings: readonly FreightFinding[]
}

/** What proves the claim: documents of the shipment, each said what it proves, and what the dock noted. */
export function EvidencePart({ claim: c, papers, findings }: EvidenceProps) {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const picker = useRef<HTMLInputElement>(null)
  const [proof, setProof] = useState<Proof>('invoice')
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<{ name: string; blob: Blob }>()
  const [files, adds] = [useCan('file-claims'), useCan('add-documents')]
  const open = files && c.State !== 'closed' && c.State !== 'archived'
  const named = new Set(c.Evidence.map((e) => e.DocumentId))
  const others = papers.filter((p) => !named.has(p.id))
  const attach = (DocumentId: string) => theRemote().submit('Claim/Attach', { ClaimId: c.ClaimId, DocumentId, Proof: proof })
  const work = async (run: () => Promise<unknown>) => {
    setBusy(true)
    await act(run)
    setBusy(false)
  }
  const show = (DocumentId: string, name: string) =>
    work(async () => {
      const { blob } = await download('Shipment/DisplayFile', { DocumentId })
      setShown({ name, blob })
    })
  const add = (list: File[]) =>
    work(async () => {
      if (list.length === 0) return
      for (const d of await upload('Shipment/FileUpload', { ShipmentId: c.ShipmentId }, list)) await attach(d.id)
    })
  return (
    <Part title={msg`Evidence`}>
      {c.Gaps.length > 0 && (
        <p role="status" className={css.words}>
          <Trans>The carrier will ask for: {c.Gaps.map((g) => words(proofs[g as Proof])).join(', ')}</Trans>
        </p>
      )}
      <ul className={css.plain}>
        {c.Evidence.map((e) => (
          <li key={e.DocumentId || e.Proof}>
            <strong>{words(proofs[e.Proof])}</strong>
            {e.DocumentId ? (
              <Button variant="subtle" size="compact-sm" onClick={() => void show(e.DocumentId, e.Name)}>
                {e.Name}
              </Button>
            ) : (
              <Plural value={e.Photos} one="# photo of the dock" other="# photos of the dock" />
            )}
            {open && e.DocumentId && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t`Remove ${e.Name} from the evidence`}
                onClick={() => void work(() => theRemote().submit('Claim/Detach', { ClaimId: c.ClaimId, DocumentId: e.DocumentId }))}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </li>
        ))}
        {findings.map((f) => (
          <li key={`${f.lpn} ${f.kind}`}>
            <span>
              {f.kind === 'damaged' ? (
                <Trans>Dock: pallet {f.lpn} damaged</Trans>
              ) : (
                <Trans>
                  Dock: pallet {f.lpn} short by {f.pieces}
                </Trans>
              )}
            </span>
            <small>{[f.note, f.by].filter(Boolean).join(' · ')}</small>
          </li>
        ))}
      </ul>
      {c.Evidence.length === 0 && findings.length === 0 && (
        <p className={css.quiet}>
          <Trans>No evidence yet.</Trans>
        </p>
      )}
      {open && (
        <div className={css.ask}>
          <Select
            label={t`Proves`}
            allowDeselect={false}
            data={(Object.keys(proofs) as Proof[]).map((value) => ({ value, label: words(proofs[value]) }))}
            value={proof}
            onChange={(v) => setProof((v as Proof | null) ?? proof) /* one of the options above */}
          />
          {adds && (
            <Button variant="default" loading={busy} onClick={() => picker.current?.click()}>
              <Trans>Upload files</Trans>
            </Button>
          )}
          {others.map((p) => (
            <Button key={p.id} variant="default" disabled={busy} onClick={() => void work(() => attach(p.id))}>
              <Trans>Add {p.name}</Trans>
            </Button>
          ))}
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t`Evidence to upload`}
            onChange={(e) => {
              void add([...(e.currentTarget.files ?? [])])
              e.currentTarget.value = ''
            }}
          />
        </div>
      )}
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.name}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {shown && <DocumentView title={shown.name} name={shown.name} blob={shown.blob} />}
      </Modal>
    </Part>
  )
}
