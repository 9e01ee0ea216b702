import { msg } from '@lingui/core/macro'
import type { DocumentPrint } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import type { PaperKind } from './batch'

export const paperWords: Record<PaperKind, Words> = {
  bol: msg`Bill of lading`,
  'packing-list': msg`Packing list`,
  'pallet-label': msg`Pallet labels`,
  'parcel-label': msg`Carton labels`,
  file: msg`File`,
}

export const printStates: Record<DocumentPrint['state'], { label: Words; hue: Hue }> = {
  queued: { label: msg`waits for the print computer`, hue: 'waiting' },
  sent: { label: msg`printing`, hue: 'waiting' },
  waiting: { label: msg`Printer needs attention`, hue: 'attention' },
  printed: { label: msg`printed`, hue: 'good' },
  failed: { label: msg`failed`, hue: 'stopped' },
  cancelled: { label: msg`cancelled`, hue: 'quiet' },
}

/** A print's state in words: one that is queued waits for the print computer, or for its own paper, and its answer says why. */
export const printState = (p: Pick<DocumentPrint, 'state' | 'answer'>) =>
  p.state === 'queued' && p.answer ? { label: msg`waits for its document`, hue: printStates.queued.hue } : printStates[p.state]

/** How many copies go out where nobody says. */
export const usualCopies = (kind: PaperKind) => (kind === 'bol' ? 3 : 1)
export const isLabel = (kind: PaperKind) => kind === 'pallet-label' || kind === 'parcel-label'
