import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { DocumentPairing } from '@sync/gen/api'
import type { DocumentAgent, DocumentPrinter } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Ago, DateTime } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useSession } from '@/kit/remote/user'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button, Group, Modal, Select, Tabs } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { MailList } from '@/notify/public'
import type { PaperKind } from '../print/batch'
import { paperWords } from '../print/words'
import { type PrinterTyped, pairForm, printerForm } from './forms'
import css from './Printing.module.css'

const silentAfter = 8 * 60_000 // its contact is written down every three minutes

/** How papers leave: the printers of the warehouses, and the mail. */
export function PrintingScreen({ mail, onMail }: { mail: boolean; onMail: (mail: boolean) => void }) {
  const { t } = useLingui()
  return (
    <Tabs className={css.tabs} value={mail ? 'mail' : 'printers'} onChange={(tab) => onMail(tab === 'mail')} keepMounted={false}>
      <Tabs.List aria-label={t`Printing`}>
        <Tabs.Tab value="printers">
          <Trans>Printers</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="mail">
          <Trans>Mail</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="printers" pt="md">
        <PrintersPart />
      </Tabs.Panel>
      <Tabs.Panel value="mail" pt="md" className={css.whole}>
        <MailList />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Printers of a warehouse, and the computers that reach them. */
function PrintersPart() {
  const { t } = useLingui()
  const refusal = useRefusal()
  const mine = useSession()?.warehouses ?? []
  const [chosen, setChosen] = useState<string>()
  const [pairing, setPairing] = useState<DocumentPairing>()
  const rows = useLiveQuery(async () => {
    const db = local()
    const [sites, agents, printers] = await Promise.all([
      db.warehouse_site.toArray(),
      db.document_agent.toArray(),
      db.document_printer.toArray(),
    ])
    return { sites, agents, printers }
  }, [])
  if (!rows) return <div aria-busy="true" />
  const sites = rows.sites.filter((s) => mine.length === 0 || mine.includes(s.id))
  const warehouse = chosen ?? sites[0]?.id ?? ''
  const agents = rows.agents.filter((a) => a.warehouse === warehouse)
  const printers = rows.printers.filter((p) => p.warehouse === warehouse).sort((a, b) => a.name.localeCompare(b.name))

  const pair = async () => {
    const made = await openForm(pairForm, { Warehouse: warehouse, Origin: location.origin })
    if (made) setPairing(made)
  }
  const remove = async (op: string, request: object) => {
    try {
      await submit(op, request)
    } catch (err) {
      refusal.tell(err)
    }
  }
  return (
    <div className={css.screen}>
      <header>
        <h1>
          <Trans>Printing</Trans>
        </h1>
        {sites.length > 1 && (
          <Select
            aria-label={t`Warehouse`}
            data={sites.map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))}
            value={warehouse}
            allowDeselect={false}
            onChange={(w) => setChosen(w ?? undefined)}
          />
        )}
      </header>

      <section>
        <header>
          <h2>
            <Trans>Printers</Trans>
          </h2>
          <Button
            disabled={agents.length === 0}
            onClick={() =>
              void openForm(printerForm, { Agent: agents[0]?.id ?? '', Format: 'pdf', Bol: 3, Packing: 1, Pallet: 0, Parcel: 0 })
            }
          >
            <Trans>Add a printer</Trans>
          </Button>
        </header>
        {printers.length === 0 && (
          <p className={css.quiet}>
            {agents.length === 0 ? (
              <Trans>Printers connect through a print computer. Pair one first; until then documents print from the browser.</Trans>
            ) : (
              <Trans>No printers yet. Add one for bills and one for labels.</Trans>
            )}
          </p>
        )}
        <ul className={css.list}>
          {printers.map((p) => (
            <Printer
              key={p.id}
              printer={p}
              agent={agents.find((a) => a.id === p.agent)}
              onRemove={() => remove('Printing/RemovePrinter', { PrinterId: p.id })}
            />
          ))}
        </ul>
      </section>

      <section>
        <header>
          <h2>
            <Trans>Print computers</Trans>
          </h2>
          <Button variant="default" onClick={() => void pair()}>
            <Trans>Pair a print computer</Trans>
          </Button>
        </header>
        {agents.length === 0 && (
          <p className={css.quiet}>
            <Trans>None at this warehouse. Any computer on the dock will do; it runs "lading printer" and needs no account.</Trans>
          </p>
        )}
        <ul className={css.list}>
          {agents.map((a) => (
            <Agent key={a.id} agent={a} onRemove={() => remove('Printing/RemoveAgent', { Agent: a.id })} />
          ))}
        </ul>
      </section>

      <Modal
        opened={pairing !== undefined}
        onClose={() => setPairing(undefined)}
        title={t`Pair a print computer`}
        size="lg"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {pairing && <Code of={pairing} />}
      </Modal>
    </div>
  )
}

function Code({ of }: { of: DocumentPairing }) {
  const { t } = useLingui()
  return (
    <div className={css.code}>
      <p>
        <Trans>Start this on the print computer:</Trans>
      </p>
      <pre>lading printer --pair "{of.text}"</pre>
      <p>
        <Trans>Or start "lading printer" and scan this with a hand scanner, or type the code.</Trans>
      </p>
      <img src={of.qr} alt={t`Pairing code as a QR code`} />
      <output aria-label={t`Pairing code`}>{of.code}</output>
      <p>
        <Trans>
          It is good once, until <DateTime at={of.until} />.
        </Trans>
      </p>
    </div>
  )
}

function Printer({ printer: p, agent, onRemove }: { printer: DocumentPrinter; agent: DocumentAgent | undefined; onRemove: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const usual = Object.entries(p.papers).filter(([, n]) => n > 0) as [PaperKind, number][] // the server keeps kinds only
  const edit = () =>
    openForm(printerForm, {
      PrinterId: p.id,
      Agent: p.agent,
      Name: p.name,
      Address: p.address,
      Format: formatOf(p),
      Bol: p.papers.bol ?? 0,
      Packing: p.papers['packing-list'] ?? 0,
      Pallet: p.papers['pallet-label'] ?? 0,
      Parcel: p.papers['parcel-label'] ?? 0,
    })
  return (
    <li aria-label={p.name}>
      <div>
        <strong>{p.name}</strong> {p.trouble && <StatusBadge hue="attention" label={msg`Needs attention`} />}
        <small>
          {p.format === 'pdf' ? t`Paper (PDF)` : p.dots === 12 ? t`Labels 4 × 6 in, 300 dpi (ZPL)` : t`Labels 4 × 6 in, 203 dpi (ZPL)`} ·{' '}
          <span className="identifier">{p.address}</span> · {agent?.name}
        </small>
        {p.trouble && <small className={css.trouble}>{refusal.ofCode(p.trouble, { printer: p.name })}</small>}
        <small>
          {usual.length > 0 ? usual.map(([kind, n]) => `${words(paperWords[kind])} × ${n}`).join(', ') : t`Prints only where it is chosen.`}
        </small>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => void edit()} aria-label={t`Change ${p.name}`}>
          <Trans>Change</Trans>
        </Button>
        <Remove name={p.name} onRemove={onRemove} />
      </Group>
    </li>
  )
}

const formatOf = (p: DocumentPrinter): PrinterTyped['Format'] => (p.format === 'pdf' ? 'pdf' : p.dots === 12 ? 'zpl300' : 'zpl203')

function Agent({ agent: a, onRemove }: { agent: DocumentAgent; onRemove: () => void }) {
  const silent = !a.seenAt || Date.now() - Date.parse(a.seenAt) > silentAfter
  return (
    <li aria-label={a.name}>
      <div>
        <strong>{a.name}</strong> <StatusBadge hue={silent ? 'attention' : 'good'} label={silent ? msg`No contact` : msg`connected`} />
        <small>
          <Trans>
            Last heard of <Ago at={a.seenAt} />
          </Trans>
          {a.build && ` · ${a.build}`}
          {a.scale && (
            <>
              {' · '}
              <Trans>with a scale</Trans>
            </>
          )}
        </small>
        <small className="identifier">{a.addresses.join('  ')}</small>
      </div>
      <Remove name={a.name} onRemove={onRemove} />
    </li>
  )
}

/** Asks once: what waits for a printer that is removed has failed. */
function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useLingui()
  const [sure, setSure] = useState(false)
  return sure ? (
    <Group gap="xs">
      <Button color="red" size="xs" onClick={onRemove}>
        <Trans>Remove for good</Trans>
      </Button>
      <Button variant="subtle" size="xs" onClick={() => setSure(false)}>
        <Trans>Save</Trans>
      </Button>
    </Group>
  ) : (
    <Button variant="subtle" size="xs" onClick={() => setSure(true)} aria-label={t`Remove ${name}`}>
      <Trans>Remove</Trans>
    </Button>
  )
}
