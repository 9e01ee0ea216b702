import { Trans, useLingui } from '@lingui/react/macro'
import { download } from '@sync/transfer'
import { NoContact } from '@sync/wire'
import { useState } from 'react'
import { DocumentView } from '@/kit/document/DocumentView'
import { useMediaQuery } from '@/kit/hooks'
import { useRefusal } from '@/kit/remote/refusal'
import { useSyncView } from '@/kit/remote/user'
import { toasts } from '@/kit/toast/toast'
import { Button, Group, Modal, NumberInput, SegmentedControl, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { PaperSheets } from '../sheet/PaperSheets'
import type { Paper } from './agent'
import type { PaperKind } from './batch'
import { LabelView } from './LabelView'
import css from './Print.module.css'
import { Prints } from './Prints'
import { type FromDock, localPaper } from './paper'
import { printPaper } from './printPaper'
import { printersFor, usePrinting } from './usePrinting'
import { isLabel, paperWords, usualCopies } from './words'

export interface Printed {
  id: string
  warehouse: string
  bol: string
  /** How many pallets have labels. */
  labels: number
}

export interface PrintDialogProps {
  shipment: Printed
  onClose: () => void
  kind?: PaperKind
  /** What the dock adds: a bill that is made on the device says it too. */
  dock?: FromDock
  /** One of the shipment's files, instead of the papers that are made of it. */
  file?: { id: string; name: string }
}

/** Prints a shipment's papers: which, how often, where, and what became of it. */
export function PrintDialog({ shipment: s, onClose, kind: first, dock, file }: PrintDialogProps) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const offline = useSyncView().contact === 'offline'
  const small = useMediaQuery('(max-width: 48em)') ?? false
  const printing = usePrinting(s.warehouse, s.id)
  const offered: PaperKind[] = file
    ? ['file']
    : [...(s.bol ? (['bol'] as const) : []), 'packing-list', s.labels > 0 ? 'pallet-label' : 'parcel-label']
  const [kind, setKind] = useState<PaperKind>(first && offered.includes(first) ? first : (offered[0] ?? 'packing-list'))
  const [typed, setTyped] = useState<Partial<Record<PaperKind, number>>>({})
  const [chosen, setChosen] = useState<Partial<Record<PaperKind, string>>>({})
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState<{ name: string; blob: Blob } | Paper | 'label'>()

  const able = printersFor(printing?.printers ?? [], kind)
  const printer = able.find((p) => p.id === chosen[kind]) ?? able[0]
  const copies = typed[kind] ?? (printer?.papers[kind] || usualCopies(kind))
  const before = printing?.prints.some((p) => p.kind === kind && p.documentId === (file?.id ?? '') && p.state === 'printed') ?? false
  const named = file?.name ?? words(paperWords[kind])
  const asked = { ShipmentId: s.id, Kind: kind, ...(file ? { DocumentId: file.id } : {}), Copies: copies, Language: i18n.locale }

  const work = async (run: () => Promise<void>) => {
    setBusy(true)
    try {
      await run()
    } catch (err) {
      refusal.tell(err)
    } finally {
      setBusy(false)
    }
  }
  const print = () => {
    if (before && reason.trim().length < 2) {
      setMissing(true)
      return
    }
    if (!printer) return
    void work(async () => {
      await printPaper({
        shipmentId: s.id,
        kind,
        ...(file ? { documentId: file.id } : {}),
        printer,
        copies,
        language: i18n.locale,
        reason: reason.trim(),
        paper: () => localPaper(s.id, kind, dock ?? { exceptions: [] }),
      })
      setReason('')
      setMissing(false)
    })
  }
  /** The server's own paper where it can be had; otherwise the one that this device sets itself. */
  const toRead = async () => {
    if (!offline)
      try {
        return await download('Document/Paper', asked)
      } catch (err) {
        if (!(err instanceof NoContact)) throw err
      }
    return file ? undefined : localPaper(s.id, kind, dock ?? { exceptions: [] })
  }
  const browser = () =>
    void work(async () => {
      const paper = await toRead()
      if (paper) setSeen(paper)
      else toasts.bad(t`This document is not on this device yet. It comes with the next connection.`)
    })
  const look = () => (isLabel(kind) && !offline ? setSeen('label') : browser())

  return (
    <Modal opened onClose={onClose} title={t`Print`} size="lg" fullScreen={small} closeButtonProps={{ 'aria-label': t`Close` }}>
      {seen ? (
        <div className={css.form}>
          <Group className="no-print">
            <Button variant="default" onClick={() => setSeen(undefined)}>
              <Trans>Back</Trans>
            </Button>
          </Group>
          {seen === 'label' ? (
            <LabelView of={{ shipment: s.id, file: kind, ...(s.labels > 0 ? { count: s.labels } : {}) }} />
          ) : 'kind' in seen ? (
            <PaperSheets paper={seen} copies={copies} />
          ) : (
            <DocumentView title={named} name={seen.name} blob={seen.blob} copies={copies} />
          )}
        </div>
      ) : (
        <div className={css.form}>
          {file ? (
            <strong>{named}</strong>
          ) : (
            <SegmentedControl
              aria-label={t`Document`}
              fullWidth
              value={kind}
              onChange={(k) => {
                setKind(k as PaperKind) // one of those below
                setMissing(false)
              }}
              data={offered.map((k) => ({ value: k, label: words(paperWords[k]) }))}
            />
          )}
          {printing && able.length === 0 && (
            <p className={css.none} role="status">
              <Trans>No printer here prints this document. Print from this browser, or set one up under Settings, Printing.</Trans>
            </p>
          )}
          {able.length > 0 && (
            <div className={css.row}>
              <Select
                label={t`Printer`}
                data={able.map((p) => ({ value: p.id, label: p.name }))}
                value={printer?.id ?? null}
                allowDeselect={false}
                onChange={(id) => setChosen({ ...chosen, [kind]: id ?? undefined })}
                description={printer?.trouble ? refusal.ofCode(printer.trouble, { printer: printer.name }) : undefined}
              />
              <NumberInput
                label={t`Copies`}
                w="7em"
                min={1}
                max={20}
                allowDecimal={false}
                value={copies}
                onChange={(n) => setTyped({ ...typed, [kind]: Math.max(1, Number(n) || 1) })}
              />
            </div>
          )}
          {before && able.length > 0 && (
            <TextInput
              label={t`Reason for reprint`}
              description={t`This was printed before. The reason stays in the history.`}
              withAsterisk
              value={reason}
              error={missing ? t`A word or two.` : undefined}
              onChange={(e) => setReason(e.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="subtle" disabled={(offline && file !== undefined) || busy} onClick={look}>
              <Trans>View</Trans>
            </Button>
            <Button variant="default" disabled={(offline && file !== undefined) || busy} onClick={browser}>
              <Trans>Print from this browser</Trans>
            </Button>
            <Button disabled={!printer} loading={busy} onClick={print}>
              {before ? <Trans>Reprint</Trans> : <Trans>Print</Trans>}
            </Button>
          </Group>
          <Prints prints={printing?.prints ?? []} printers={printing?.printers ?? []} />
        </div>
      )}
    </Modal>
  )
}
