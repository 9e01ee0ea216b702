import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Wrong } from './book'
import type { Book, Mode, Size } from './draft'

export const modeNames: Record<Mode, MessageDescriptor> = {
  FCL: msg`FCL, full containers`,
  LCL: msg`LCL, less than a container`,
  INTLAIR: msg`Air freight`,
}

export const sizes: { size: Size; name: MessageDescriptor }[] = [
  { size: '20FT', name: msg`20 ft dry` },
  { size: '40FT', name: msg`40 ft dry` },
  { size: '40HC', name: msg`40 ft high cube` },
  { size: '45HC', name: msg`45 ft high cube` },
  { size: '20RF', name: msg`20 ft refrigerated` },
  { size: '40RF', name: msg`40 ft refrigerated` },
  { size: '20OT', name: msg`20 ft open top` },
  { size: '20FR', name: msg`20 ft flat rack` },
]

export const termNames: Record<Book['Incoterm'], MessageDescriptor> = {
  EXW: msg`EXW, Ex Works`,
  FCA: msg`FCA, Free Carrier`,
  FOB: msg`FOB, Free On Board`,
  DAP: msg`DAP, Delivered At Place`,
  DDP: msg`DDP, Delivered Duty Paid`,
}

export const wrongWords: Record<Wrong, MessageDescriptor> = {
  missing: msg`Fill this in.`,
  'not-a-number': msg`Enter a number.`,
  'more-than-left': msg`More than is open.`,
  'too-many-pallets': msg`At most 120 pallets.`,
  'no-weight': msg`Enter what these pieces weigh.`,
  nothing: msg`Enter the pieces of at least one line.`,
  'no-hts': msg`Enter an HTS code of 6, 8 or 10 digits.`,
  'no-container': msg`A container number has 4 letters and 7 digits, as CSQU 305438 3.`,
  'check-digit': msg`The check digit does not fit. Compare it with the container.`,
  twice: msg`This container is entered twice.`,
  'no-waybill': msg`An air waybill has 11 digits; the last one does not fit.`,
  'after-departure': msg`This is after the departure.`,
  'ready-late': msg`Ready after the cut-off. Choose a later sailing.`,
  'arrives-first': msg`The arrival is before the departure.`,
}

export const statuses: Record<string, MessageDescriptor> = {
  O: msg`Open`,
  S: msg`Saved`,
  Q: msg`Waiting for a carrier`,
  H: msg`Deferred`,
  T: msg`Scheduled`,
  M: msg`Confirmed`,
  A: msg`In transit`,
  D: msg`Delivered`,
  X: msg`Exception`,
  V: msg`Void`,
}
