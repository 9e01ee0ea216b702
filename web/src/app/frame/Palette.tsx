import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { current } from '@sync/client'
import type { PageName } from '@sync/gen/pages'
import { pages } from '@sync/gen/pages'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { Icon, type IconName } from '@/kit/icon/Icon'
import { addressOf, allowed, isBuilt, pageNamed, standsAlone } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import { statuses } from '@/kit/status/statuses'
import { Modal, TextInput } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Frame.module.css'
import { useNear } from './near/useNear'
import { recent } from './recent'
import { useFarShipments } from './useFarShipments'

interface Found {
  key: string
  icon: IconName
  text: string
  hint: string
  href: string
}

/** Which local tables can be found by which index, and on which page a hit is opened: the first that is built and open to the person. */
const records: {
  table: 'dock_shipment' | 'dock_pallet' | 'shipment' | 'order_open'
  index: string
  what: Words
  icon: IconName
  opens: [PageName, (id: string, row: Row) => string][]
}[] = [
  { table: 'shipment', index: 'bol', what: msg`BOL`, icon: 'ship', opens: [['ShipmentDetails', (id) => `/ShipmentDetails/${id}`]] },
  { table: 'shipment', index: 'pro', what: msg`PRO`, icon: 'ship', opens: [['ShipmentDetails', (id) => `/ShipmentDetails/${id}`]] },
  {
    table: 'dock_shipment',
    index: 'bol',
    what: msg`At the dock, BOL`,
    icon: 'dock',
    opens: [
      ['PalletsOnDock', (id) => `/PalletsOnDock?shipment=${id}`],
      ['eSignBOL', (id) => `/eSignBOL?shipment=${id}`],
    ],
  },
  {
    table: 'dock_pallet',
    index: 'lpn',
    what: msg`Pallet`,
    icon: 'box',
    opens: [['PalletsOnDock', (_id, row) => `/PalletsOnDock?shipment=${row.shipmentId}`]],
  },
  {
    table: 'order_open',
    index: 'number',
    what: msg`Order`,
    icon: 'plan',
    opens: [['OpenOrders', (_id, row) => `/OpenOrders?order=${row.number}`]],
  },
]
type Row = Record<string, unknown>
const most = 8

/**
 * Pages and local records by any part of their number: the device answers at once and without a connection. Behind them stand the shipments that the
 * server finds by words, so that what comes late never moves what somebody is about to choose.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const label = usePageWords()
  const id = useId()
  const navigate = useNavigate()
  const session = useSession()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [hits, setHits] = useState<Found[]>([])

  const open = useMemo(
    () => pages.filter((p) => session && !p.public && isBuilt(p) && allowed(p, session.pages) && standsAlone(p)),
    [session],
  )
  const needle = text.trim().toLowerCase()

  const places = useMemo<Found[]>(() => {
    const found = needle
      ? open.filter((p) =>
          `${label(p)} ${p.name} ${p.label} ${(p.menu ?? []).map((m) => label(m)).join(' ')}`.toLowerCase().includes(needle),
        )
      : recent(session?.user ?? '').flatMap((name) => open.find((p) => p.name === name) ?? [])
    const starts = (p: (typeof found)[number]) => (label(p).toLowerCase().startsWith(needle) ? 0 : 1)
    return found
      .sort((a, b) => (needle ? starts(a) - starts(b) : 0))
      .slice(0, most)
      .map((p) => ({
        key: p.name,
        icon: 'right',
        text: label(p),
        hint: (p.menu ?? [])
          .slice(0, -1)
          .map((m) => label(m))
          .join(' ▸ '),
        href: addressOf(p),
      }))
  }, [needle, open, label, session])

  useEffect(() => {
    setAt(0)
    const wanted = needle.replace(/[\s-…]/g, '')
    if (wanted.length < 2 || !session) {
      setHits([])
      return
    }
    let late = false
    void search(wanted, session.pages).then((found) => {
      if (!late) setHits(found.map((f) => ({ ...f, hint: words(f.what) })))
    })
    return () => {
      late = true
    }
  }, [needle, session, words])

  const far = useFarShipments(needle)
  const near = useNear(needle, far.offline)
  const held = new Set(hits.map((h) => h.href))
  const byWords = (near ?? [])
    .flatMap((n) => {
      const record = records.find((r) => r.table === n.table)
      const place = session && record?.opens.find(([name]) => mayOpen(name, session.pages))
      if (!record || !place) return []
      const hint = [n.status ? words(statuses[n.status].label) : words(record.what), n.hint].filter(Boolean).join(' · ')
      const text = [n.number, n.who, n.city].filter(Boolean).join(' · ')
      return [{ key: `near/${n.table}/${n.id}`, icon: record.icon, text, hint, href: place[1](n.id, { number: n.number }) }]
    })
    .filter((n) => !held.has(n.href))
  const beyond = far.found
    .map((s) => ({
      key: `far/${s.ShipmentId}`,
      icon: 'ship' as const,
      text: [s.UniqueName, s.Consignee, s.City].filter(Boolean).join(' · '),
      hint: [words(statuses[s.StatusCode].label), s.CarrierName].filter(Boolean).join(' · '),
      href: `/ShipmentDetails/${s.ShipmentId}`,
    }))
    .filter((s) => !held.has(s.href) && !byWords.some((n) => n.href === s.href))
    .slice(0, most * 2)
  const all = [...hits, ...places, ...byWords, ...beyond]
  const go = (found: Found | undefined) => {
    if (!found) return
    onClose()
    void navigate({ href: found.href })
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'ArrowDown') setAt(Math.min(at + 1, all.length - 1))
    else if (e.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (e.key === 'Enter') go(all[at])
    else return
    e.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t`Find or do` } }}
      yOffset="10vh"
      padding="sm"
    >
      <TextInput
        data-autofocus
        data-scan-field
        role="combobox"
        aria-label={t`Find or do`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={all[at] ? `${id}-${at}` : undefined}
        placeholder={t`A page, a number, or words: consignee, city, customer`}
        leftSection={<Icon name="search" size="1.1em" />}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={keys}
        mb="xs"
      />
      <ul className={css.results} id={`${id}-list`} role="listbox" aria-label={t`Results`}>
        {all.map((found, n) => (
          <li
            key={found.key}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            onMouseMove={() => setAt(n)}
            onClick={() => go(found)}
          >
            <Icon name={found.icon} />
            <span>{found.text}</span>
            <small>{found.hint}</small>
          </li>
        ))}
      </ul>
      {needle && (
        <p role="status" className={css.told}>
          {far.looking ? (
            <Trans>Searching the server…</Trans>
          ) : far.offline ? (
            near ? (
              <Trans>No connection: these are results from this device only.</Trans>
            ) : (
              <Trans>No connection: searching this device only…</Trans>
            )
          ) : (
            all.length === 0 && <Trans>No number, word or page matches.</Trans>
          )}
        </p>
      )}
    </Modal>
  )
}

const mayOpen = (name: PageName, held: ReadonlySet<number>) => {
  const page = pageNamed(name)
  return page !== undefined && isBuilt(page) && allowed(page, held)
}

/** Index keys alone are read and matched, so twenty thousand pallets cost one pass over short texts; rows are fetched for the hits only. */
async function search(wanted: string, held: ReadonlySet<number>): Promise<(Omit<Found, 'hint'> & { what: Words })[]> {
  const { work } = current()
  if (!work) return []
  const found: (Omit<Found, 'hint'> & { what: Words })[] = []
  for (const { table: name, index, what, icon, opens } of records) {
    const place = opens.find(([name]) => mayOpen(name, held))
    if (!place) continue
    const table = work.cache.table(name)
    if (!table.schema.idxByName[index]) continue
    const keys = await table.orderBy(index).keys()
    const matched = [...new Set(keys.map(String).filter((k) => k.toLowerCase().replace(/[\s-]/g, '').includes(wanted)))].slice(0, most)
    if (matched.length === 0) continue
    const rows = await table.where(index).anyOf(matched).limit(most).toArray()
    for (const row of rows) {
      const key = String(row.id)
      found.push({ key: `${name}/${index}/${key}`, icon, text: String(row[index]), what, href: place[1](key, row) })
    }
  }
  return found.slice(0, most * 2)
}
