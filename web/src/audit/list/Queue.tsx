import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditListReq, AuditListResp } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { StageTabs } from '@/kit/stages/StageTabs'
import { Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from '../Audit.module.css'
import type { InvoiceSearch } from '../search'
import { type State, states } from '../states'
import { useAuditWords } from '../words'
import { invoiceList } from './invoiceList'

const size = 100

interface Props {
  name: string
  title: Words
  empty: Words
  /** The queues that stand as tabs, in the order of the work. */
  tabs: readonly State[]
  search: InvoiceSearch
  go: (search: InvoiceSearch) => void
  /** What stands between the tabs and the list. */
  above?: (answer: AuditListResp) => ReactNode
  children?: ReactNode
}

/** Invoices by queue, page by page from the server. */
export function Queue({ name, title, empty, tabs, search, go, above, children }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { rule } = useAuditWords()
  const state = tabs.find((s) => s === search.state) ?? tabs[0] ?? 'audit-errors'
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1)
  const asked = useCall('Invoice/getInvoiceList', {
    State: state,
    Code: (search.code ?? '') as AuditListReq['Code'] & '', // the server refuses a rule that there is not by finding none
    Carrier: '',
    PageSize: size,
    PageIndex: page,
  })
  const spec = useMemo(() => invoiceList(name, title, empty, words, locale, rule), [name, title, empty, words, locale, rule])
  const total = asked.data?.Total ?? 0
  const waiting = (s: State) =>
    s === 'invoiced' ? undefined : asked.data?.Queues.filter((q) => q.state === s).reduce((n, q) => n + q.n, 0)
  return (
    <div className={css.screen}>
      {tabs.length > 1 && (
        <StageTabs
          label={t`State`}
          tabs={tabs.map((key) => ({ key, label: states[key].label, n: waiting(key) }))}
          at={state}
          go={(key) => go({ state: key })}
        />
      )}
      {asked.data && above?.(asked.data)}
      <div className={css.list}>
        <ListScreen spec={spec} rows={asked.data?.Invoices} remote={{ ...asked.remote, ...(asked.data ? { total } : {}) }}>
          {children}
        </ListScreen>
      </div>
      {total > size && (
        <nav className={`${css.pager} no-print`} aria-label={t`Pages`}>
          <span role="status">
            <Trans>
              {count((page - 1) * size + 1, locale)}–{count(Math.min(total, page * size), locale)} of {count(total, locale)}
            </Trans>
          </span>
          <Button variant="default" disabled={page <= 1} onClick={() => go({ ...search, page: String(page - 1) })}>
            <Trans>Page before</Trans>
          </Button>
          <Button variant="default" disabled={page * size >= total} onClick={() => go({ ...search, page: String(page + 1) })}>
            <Trans>Next page</Trans>
          </Button>
        </nav>
      )}
    </div>
  )
}

export const nothingHere = msg`No invoices in this state.`
