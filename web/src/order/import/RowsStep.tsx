import { Trans, useLingui } from '@lingui/react/macro'
import type { FileCellError, FileMapping, OrderImport, OrderPreviewRow } from '@sync/gen/api'
import { useState } from 'react'
import { Day, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { Scrolls } from '@/kit/panel/Scrolls'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { ActionIcon, Group, SegmentedControl, Skeleton, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'
import { Corrections } from './Corrections'
import { cellKey, corrected, type Drafts, type Kind, wrongIn } from './fields'
import css from './Import.module.css'

const size = 25

/** Where the file's cells may be put right: not when its orders are saved. */
interface Editing {
  im: OrderImport
  busy: boolean
  onRead: (m: FileMapping) => void
}

/** The orders of the file as they were read, with what is wrong in which row and column, in words. */
export function RowsStep({ id, kind, bad, taken, edit }: { id: string; kind: Kind; bad: number; taken: number; edit?: Editing }) {
  const { t } = useLingui()
  const [drafts, setDrafts] = useState<Drafts>({})
  const locale = useLocale()
  const [only, setOnly] = useState(bad > 0 ? 'bad' : '')
  const [page, setPage] = useState(1)
  const asked = useCall('Order/Preview', { ImportId: id, Only: only, pageSize: size, pageIndex: page }, { staleMs: 0 })
  const total = asked.data?.Total ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  const head = kind === 'purchase' ? [t`To`, t`Ready`, t`Vendor`, t`From`] : [t`Warehouse`, t`Ship date`, t`Consignee`, t`To`]
  const titles = [t`Row`, t`Order`, ...head, t`Terms`, t`Lines`, t`Pallets`, t`Weight`]
  return (
    <section className={css.rows} aria-label={t`Orders of the file`}>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t`Which orders`}
          value={only}
          onChange={(v) => {
            setOnly(v)
            setPage(1)
          }}
          data={[
            { value: '', label: t`All` },
            { value: 'good', label: t`Good` },
            ...(bad > 0 ? [{ value: 'bad', label: t`To check` }] : []),
            ...(taken > 0 ? [{ value: 'refused', label: t`Already in` }] : []),
          ]}
        />
        <Group gap={6}>
          <span className={css.sums}>
            <Trans>
              {count(Math.min(total, (page - 1) * size + 1), locale)}–{count(Math.min(total, page * size), locale)} of{' '}
              {count(total, locale)}
            </Trans>
          </span>
          <ActionIcon variant="default" size="lg" aria-label={t`Page before`} disabled={page === 1} onClick={() => setPage(page - 1)}>
            <Icon name="left" />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={t`Next page`} disabled={page >= pages} onClick={() => setPage(page + 1)}>
            <Icon name="right" />
          </ActionIcon>
        </Group>
      </Group>
      {edit && <Corrections im={edit.im} busy={edit.busy} drafts={drafts} onRead={edit.onRead} />}
      {!asked.data && <Skeleton height={200} animate={false} />}
      {asked.data && total === 0 && (
        <p role="status">
          <Trans>None.</Trans>
        </p>
      )}
      {asked.data && total > 0 && (
        <Scrolls className={css.scroll} label={t`Table`}>
          <table className={css.preview}>
            <thead>
              <tr>
                {titles.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {asked.data.Rows.map((r) => (
                <Row
                  kind={kind}
                  key={r.Row}
                  of={r}
                  titles={titles}
                  cells={
                    edit && {
                      drafts,
                      onDraft: (key, value) => setDrafts((all) => ({ ...all, [key]: value })),
                      onApply: () => edit.onRead(corrected(edit.im.Mapping, drafts)),
                    }
                  }
                />
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
    </section>
  )
}

interface Cells {
  drafts: Drafts
  onDraft: (key: string, value: string) => void
  onApply: () => void
}

/** A cell as the file has it, to be put right here. Enter reads the file again with all that was put right. */
function CellField({ of: e, cells }: { of: FileCellError; cells: Cells }) {
  const { t } = useLingui()
  const key = cellKey(e.row, e.column)
  return (
    <TextInput
      size="xs"
      className={css.cell}
      aria-label={t`Row ${e.row}, ${e.header}, corrected`}
      value={cells.drafts[key] ?? e.value}
      onChange={(v) => cells.onDraft(key, v.currentTarget.value)}
      onKeyDown={(v) => {
        if (v.key !== 'Enter' || Object.keys(cells.drafts).length === 0) return
        v.preventDefault()
        cells.onApply()
      }}
    />
  )
}

function Row({ of: r, kind, titles, cells: edit }: { of: OrderPreviewRow; kind: Kind; titles: string[]; cells?: Cells | undefined }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const { Order: o } = r
  const weight = o.items.reduce((sum, i) => sum + i.weight.milli, 0)
  const units = [...new Set(o.items.map((i) => i.weight.unit))]
  const wrong = (start: string) => r.Errors.some((e) => e.field.startsWith(start)) || undefined
  const terms = o.terms in termsWords ? words(termsWords[o.terms as keyof typeof termsWords]) : o.terms // a bad file may say anything
  // Let in without: somebody says it before the order is built.
  const payer = o.terms === 'T' && !o.billTo?.name ? [t`who is billed?`] : [o.billTo?.name, o.billTo?.city]
  const cells: { value: React.ReactNode; bad?: boolean | undefined }[] = [
    { value: r.Lines.length > 1 ? `${r.Lines[0]}–${r.Lines.at(-1)}` : r.Row },
    { value: <span className="identifier">{o.number}</span>, bad: wrong('number') ?? (r.Taken || undefined) },
    { value: o.warehouse, bad: wrong('warehouse') },
    { value: o.shipOn && <Day text={o.shipOn} />, bad: wrong('shipOn') },
    { value: o.consignee.name, bad: wrong('consignee.name') },
    { value: [o.consignee.city, o.consignee.state].filter(Boolean).join(', '), bad: wrong('consignee.') },
    { value: [terms, ...payer].filter(Boolean).join(' · '), bad: wrong('terms') ?? wrong('billTo.') },
    { value: count(o.items.length, locale) },
    {
      value: count(
        o.items.reduce((n, i) => n + i.pallets, 0),
        locale,
      ),
      bad: wrong('item.pallets'),
    },
    { value: units.length === 1 ? `${count(weight / 1000, locale)} ${units[0]}` : '', bad: wrong('item.weight') },
  ]
  return (
    <>
      <tr data-bad={r.Errors.length > 0 || r.Taken || undefined} data-taken={r.Taken || undefined}>
        {cells.map((c, n) => (
          <td key={titles[n]} data-label={titles[n]} data-wrong={c.bad}>
            {c.value}
          </td>
        ))}
      </tr>
      {(r.Errors.length > 0 || r.Taken) && (
        <tr className={css.why}>
          <td />
          <td colSpan={titles.length - 1}>
            {r.Errors.length > 0 && (
              <ul>
                {r.Errors.map((e) => (
                  <li key={`${e.row} ${e.field} ${e.code}`}>
                    <strong>{e.header ? t`Row ${e.row}, ${e.header}` : t`Row ${e.row}`}</strong>{' '}
                    {refusal.ofCode(e.code, wrongIn(e, kind, words))}
                    {edit && e.column > 0 && <CellField of={e} cells={edit} />}
                  </li>
                ))}
              </ul>
            )}
            {r.Errors.length === 0 && r.Taken && refusal.ofCode('order-number-taken', { order: o.number, warehouse: o.warehouse })}
          </td>
        </tr>
      )}
    </>
  )
}
