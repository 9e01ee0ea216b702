import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { Document, Shipment } from '@sync/gen/tables'
import { download, upload } from '@sync/transfer'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { DocumentView } from '@/kit/document/DocumentView'
import { Ago, useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { saveFile } from '@/kit/list/csv'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { ActionIcon, Button, Modal } from '@/kit/ui'
import { LabelView } from '../print/LabelView'
import { PrintButton } from '../print/PrintButton'
import { Prints } from '../print/Prints'
import { usePrinting } from '../print/usePrinting'
import css from './Papers.module.css'
import { standing } from './standing'

interface Shown {
  title: string
  name: string
  blob: Blob
  copies?: number
}

/** A shipment's papers. The rows are synced, so that a bill appears here when it is signed; the bytes are fetched when they are looked at. */
export function Papers({ shipment: s }: { shipment: Pick<Shipment, 'id' | 'number' | 'bol' | 'signedAt' | 'warehouse'> }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const attaches = useCan('add-documents')
  const whole = useCan('see-drivers')
  const picker = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<Shown>()
  const [label, setLabel] = useState<Document>()
  const [busy, setBusy] = useState<string>()
  const rows = useLiveQuery(() => local().document.where('shipmentId').equals(s.id).toArray(), [s.id])
  const printing = usePrinting(s.warehouse, s.id)
  const labels = useLiveQuery(() => local().dock_pallet.where('shipmentId').equals(s.id).count(), [s.id]) ?? 0
  const papers = [...(rows ?? [])].sort((a, b) => rank(a) - rank(b) || (b.at ?? '').localeCompare(a.at ?? ''))

  const counts = standing(papers)

  const work = async (what: string, run: () => Promise<void>) => {
    setBusy(what)
    try {
      await run()
    } catch (err) {
      refusal.tell(err)
    } finally {
      setBusy(undefined)
    }
  }
  const bill = () =>
    work('bill', async () => {
      const { blob, name } = await download('Document/Bill', { ShipmentId: s.id, Language: i18n.locale, Copies: true })
      setShown({ title: t`Bill of lading ${s.bol}`, name, blob, copies: 3 })
    })
  const open = (d: Document) => {
    if (/\.zpl$/i.test(d.name)) {
      setLabel(d)
      return
    }
    return work(d.id, async () => {
      const { blob } = await download('Shipment/DisplayFile', { DocumentId: d.id })
      setShown({ title: d.name, name: d.name, blob, ...(d.kind === 'signed-bol' ? { copies: 3 } : {}) })
    })
  }
  const evidence = () =>
    work('evidence', async () => {
      const { blob, name } = await download('Document/Evidence', { ShipmentId: s.id })
      saveFile(name, blob, blob.type)
    })
  const proof = (d: Document, IsPOD: boolean) =>
    work(d.id, async () => void (await submit('Document/MarkProof', { DocumentId: d.id, IsPOD })))
  const latestProof = () =>
    work('pod', async () => {
      const { blob, name } = await download('Shipment/DownloadPOD', { UniqueName: s.number })
      saveFile(name, blob, blob.type)
    })
  const attach = (files: File[]) =>
    work('attach', async () => {
      if (files.length > 0) await upload('Shipment/FileUpload', { ShipmentId: s.id }, files)
    })

  return (
    <Part
      title={msg`Documents`}
      actions={
        <>
          <PrintButton size="xs" variant="subtle" shipment={{ ...s, labels }} />
          <Button variant="subtle" size="xs" loading={busy === 'pod'} onClick={() => void latestProof()}>
            <Trans>Download POD</Trans>
          </Button>
          {attaches && (
            <Button variant="subtle" size="xs" loading={busy === 'attach'} onClick={() => picker.current?.click()}>
              <Trans>Attach files</Trans>
            </Button>
          )}
        </>
      }
    >
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t`Files to attach`}
        onChange={(e) => {
          void attach([...(e.currentTarget.files ?? [])])
          e.currentTarget.value = ''
        }}
      />
      <ul className={css.papers}>
        {s.bol && (
          <li>
            <Icon name="claim" />
            <button type="button" className={css.name} onClick={() => void bill()}>
              <Trans>Bill of lading</Trans>
            </button>
            <small>{s.signedAt ? <Trans>as it would be printed now</Trans> : <Trans>not signed yet</Trans>}</small>
          </li>
        )}
        {papers.map((d) => (
          <li key={d.id} data-kind={d.kind}>
            <Icon name={d.kind === 'signed-bol' ? 'pen' : 'claim'} />
            <button type="button" className={css.name} aria-busy={busy === d.id} onClick={() => void open(d)}>
              {d.kind === 'signed-bol' ? <Trans>Signed bill of lading</Trans> : d.name}
            </button>
            <small>
              {bytes(d.size, locale)} · <Ago at={d.at} />
            </small>
            {d.kind === 'signed-bol' && d.id !== counts?.id && <StatusBadge hue="quiet" label={msg`Superseded`} />}
            {d.kind === 'pod' && <StatusBadge hue="good" label={msg`POD`} />}
            {attaches && (d.kind === 'attachment' || d.kind === 'pod') && (
              <Button variant="subtle" size="compact-xs" onClick={() => void proof(d, d.kind !== 'pod')}>
                {d.kind === 'pod' ? <Trans>Not the POD</Trans> : <Trans>Mark as POD</Trans>}
              </Button>
            )}
            {(d.kind === 'attachment' || d.kind === 'print-file') && (
              <ActionIcon
                variant="subtle"
                aria-label={t`Remove ${d.name}`}
                onClick={() => void work(d.id, async () => void (await submit('Shipment/DeleteFile', { DocumentId: d.id })))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {whole && (
        <Button
          className={css.evidence}
          variant="subtle"
          size="xs"
          leftSection={<Icon name="export" />}
          loading={busy === 'evidence'}
          onClick={() => void evidence()}
        >
          <Trans>Export the evidence</Trans>
        </Button>
      )}
      {printing && <Prints prints={printing.prints} printers={printing.printers} />}
      {!s.bol && papers.length === 0 && (
        <p className={css.none}>
          <Trans>No documents yet. The bill of lading comes with the carrier.</Trans>
        </p>
      )}
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.title}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {shown && (
          <DocumentView title={shown.title} name={shown.name} blob={shown.blob} {...(shown.copies ? { copies: shown.copies } : {})} />
        )}
      </Modal>
      <Modal
        opened={label !== undefined}
        onClose={() => setLabel(undefined)}
        title={label?.name}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {label && <LabelView of={{ shipment: s.id, file: label.name, documentId: label.id }} />}
      </Modal>
    </Part>
  )
}

const rank = (d: Document) => (d.kind === 'signed-bol' ? 0 : 1)
