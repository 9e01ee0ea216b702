import { msg } from '@lingui/core/macro'
import type { DocumentPrintable } from '@sync/gen/api'
import type { Document } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { Toggle } from '@/kit/form/inputs'

export interface FilesTyped {
  packing: boolean
  pdf: boolean
  zpl: boolean
}

/** Keeps papers as they are now among a shipment's documents: for a portal, a mail, or a printer of somebody else. */
export const filesForm = (of: DocumentPrintable) =>
  defineForm<FilesTyped, Document[]>('Shipment/AddRePrintFiles', {
    title: msg`Save as files`,
    intro: msg`Saves the documents of shipment ${of.number} as they are now. Each document is saved once.`,
    fields: {
      packing: {
        label: msg`Packing list (PDF)`,
        input: Toggle,
        check: (_, all) => (all.packing || all.pdf || all.zpl ? undefined : msg`Choose at least one.`),
      },
      pdf: { label: msg`Bill of lading and pallet labels (PDF)`, input: Toggle },
      zpl: {
        label: msg`Pallet labels for a label printer (ZPL)`,
        input: Toggle,
        check: (on) => (on && of.labels === 0 ? msg`The pallets have no numbers yet.` : undefined),
      },
    },
    toRequest: ({ packing, pdf, zpl }) => ({
      files: [packing && 'packinglist', pdf && 'pdf', zpl && 'zpl'].filter(Boolean).join(),
      uniquename: of.shipmentId,
    }),
    subject: () => of.shipmentId,
    submit: msg`Save files`,
    done: msg`Saved to the shipment's documents.`,
    of: () => of.number,
  })
