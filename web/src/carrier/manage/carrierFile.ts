import { msg } from '@lingui/core/macro'
import { rowFile } from '@/kit/rowfile/rowFile'

/** Carriers from a list of one's own; what the directory knows of them need not stand in it. */
export const carrierFile = rowFile({
  title: msg`Import carriers`,
  read: 'Carriers/ReadCarrierFile',
  save: 'Carriers/SaveCarrierFile',
  fields: {
    SCAC: msg`SCAC`,
    CarrierName: msg`Carrier`,
    RateModes: msg`Modes`,
    Contact: msg`Contact`,
    Email: msg`E-mail`,
    Phone: msg`Phone`,
    Url: msg`Website`,
    DotNumber: msg`DOT number`,
    McNumber: msg`MC number`,
  },
})
