import { Trans, useLingui } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import { DateTime } from '@/kit/format/Formats'
import { Button, Group } from '@/kit/ui'
import { BillView } from '../BillView'
import type { Paper } from '../print/agent'
import { LabelSheet } from './LabelSheet'
import { PackingSheet } from './PackingSheet'
import css from './Sheet.module.css'

interface PaperSheetsProps {
  paper: Paper
  copies: number
}

/** A paper that this device sets and prints by itself: with neither a network nor a print computer, what the browser prints is what stands here. */
export function PaperSheets({ paper, copies }: PaperSheetsProps) {
  return (
    <>
      <Group className="no-print" justify="flex-end" gap="sm">
        <span>
          <Trans>Usual copies: {copies}</Trans>
        </span>
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </Group>
      <div className={css.preview}>
        <Sheets paper={paper} />
      </div>
      {/* Printed alone, without the app around it (kit/theme/theme.css). */}
      {createPortal(
        <div className="only-print">
          <Sheets paper={paper} />
        </div>,
        document.body,
      )}
    </>
  )
}

function Sheets({ paper }: { paper: Paper }) {
  const { t } = useLingui()
  if (paper.labels) return paper.labels.map((l) => <LabelSheet key={l.number} label={l} />)
  if (paper.packing) return <PackingSheet list={paper.packing} />
  if (!paper.bill) return null
  return (
    <>
      <BillView bill={paper.bill} />
      {paper.bill.signatures.length === 0 && (
        // On paper it is signed by hand.
        <div className={css.lines}>
          <span>
            <Trans>Shipper: signature, date</Trans>
          </span>
          <span>
            <Trans>Carrier: signature, pickup date</Trans>
          </span>
        </div>
      )}
      {paper.bill.signatures.map((s) => (
        <figure key={s.at} className={css.signature}>
          <img src={`data:image/png;base64,${s.image}`} alt={t`Signature of ${s.name}`} />
          <figcaption>
            {s.name} · <DateTime at={s.at} zone={s.zone} />
          </figcaption>
        </figure>
      ))}
    </>
  )
}
