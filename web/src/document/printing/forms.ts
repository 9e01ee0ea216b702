import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { DocumentPairing } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { Count, choice, choiceOf, Text } from '@/kit/form/inputs'

export interface PairTyped {
  Warehouse: string
  Name: string
  Origin: string
}

export const pairForm = defineForm<PairTyped, DocumentPairing>('Printing/Pair', {
  title: msg`Pair a print computer`,
  intro: msg`The print computer stands on the dock beside its printers and runs "lading printer". It gets a code that is good once.`,
  fields: { Name: { label: msg`Its name`, hint: msg`Where it stands: "Dock office", "Door 4".`, input: Text, required: true } },
  subject: (p) => p.Warehouse ?? '',
  submit: msg`Show the code`,
})

const AgentChoice = choiceOf(() =>
  useLiveQuery(async () => (await local().document_agent.toArray()).map((a) => ({ value: a.id, label: `${a.warehouse} · ${a.name}` }))),
)

export interface PrinterTyped {
  PrinterId?: string
  Agent: string
  Name: string
  Address: string
  Format: 'pdf' | 'zpl203' | 'zpl300'
  Bol: number
  Packing: number
  Pallet: number
  Parcel: number
}

const address = /^(raw:\/\/[^/\s:]+(:\d+)?\/?|ipps?:\/\/[^/\s]+(\/\S*)?|folder:[^/\\:\s][^/\\:]*)$/
const paperOnly = (p: Partial<PrinterTyped>) => p.Format === 'pdf'

/** One form to a person: copies of each paper that this printer is the usual one for; none means that another one is. */
export const printerForm = defineForm<PrinterTyped>('Printing/SavePrinter', {
  title: msg`Printer`,
  fields: {
    Name: { label: msg`Name`, input: Text, required: true, row: 1 },
    Agent: { label: msg`Print computer that reaches it`, input: AgentChoice, required: true, row: 1 },
    Address: {
      label: msg`Address`,
      hint: msg`raw://192.168.1.40:9100 for a socket, ipp://192.168.1.5/printers/office for IPP or CUPS, folder:outbox for a folder.`,
      input: Text,
      required: true,
      check: (v) => (v && !address.test(v.trim()) ? msg`Write raw://host:9100, ipp://host/printers/name or folder:name.` : undefined),
    },
    Format: {
      label: msg`It prints`,
      input: choice([
        { value: 'pdf', label: msg`Paper (PDF)` },
        { value: 'zpl203', label: msg`Labels 4 × 6 in, 203 dpi (ZPL)` },
        { value: 'zpl300', label: msg`Labels 4 × 6 in, 300 dpi (ZPL)` },
      ]),
      required: true,
    },
    Bol: {
      label: msg`Copies of a bill of lading`,
      hint: msg`Three are usual; none where another printer does it.`,
      input: Count,
      when: paperOnly,
      row: 2,
    },
    Packing: { label: msg`Copies of a packing list`, input: Count, when: paperOnly, row: 2 },
    Pallet: { label: msg`Copies of a pallet label`, input: Count, row: 3 },
    Parcel: { label: msg`Copies of a carton label`, input: Count, row: 3 },
  },
  subject: (p) => p.PrinterId ?? '',
  toRequest: (p) => ({
    ...(p.PrinterId ? { PrinterId: p.PrinterId } : {}),
    Agent: p.Agent,
    Name: p.Name?.trim(),
    Address: p.Address?.trim(),
    Format: p.Format === 'pdf' ? 'pdf' : 'zpl',
    Dots: p.Format === 'zpl300' ? 12 : 8,
    Papers: {
      ...(p.Format === 'pdf' ? { bol: p.Bol ?? 0, 'packing-list': p.Packing ?? 0 } : {}),
      'pallet-label': p.Pallet ?? 0,
      'parcel-label': p.Parcel ?? 0,
    },
  }),
  submit: msg`Save printer`,
  done: msg`Printer saved.`,
  of: (typed) => typed.Name,
})
