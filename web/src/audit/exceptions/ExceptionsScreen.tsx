import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditListResp } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { PlainSelect } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { Button } from '@/kit/ui'
import css from '../Audit.module.css'
import { setRules } from '../forms'
import { Queue } from '../list/Queue'
import type { InvoiceSearch } from '../search'
import type { State } from '../states'
import { useAuditWords } from '../words'

const title = msg`Manage exceptions`
const empty = msg`No exceptions here. Invoices that pass the audit are approved by themselves.`
const tabs: State[] = ['audit-errors', 'carrier-review', 'client-resolve']

/** Invoices that broke a rule, by queue and by rule, and what the audit lets pass. */
export function ExceptionsScreen({ search }: { search: InvoiceSearch }) {
  const navigate = useNavigate()
  const go = (next: InvoiceSearch) => void navigate({ to: '/ManageExceptions', search: next })
  return (
    <Queue
      name="exceptions"
      title={title}
      empty={empty}
      tabs={tabs}
      search={search}
      go={(next) => go({ ...(search.code ? { code: search.code } : {}), ...next })}
      above={(answer) => <ByRule of={answer} search={search} go={go} />}
    >
      <PageLink to={{ page: 'InvoiceUpload' }} otherwise={null}>
        <Trans>Invoice upload</Trans>
      </PageLink>
    </Queue>
  )
}

function ByRule({ of, search, go }: { of: AuditListResp; search: InvoiceSearch; go: (search: InvoiceSearch) => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { rule } = useAuditWords()
  const rules = useCall('Audit/Rules', undefined)
  const sets = useCan('manage-prices')
  const { state } = search
  const r = rules.data
  const short = of.Queues.filter((q) => tabs.includes(q.state) && q.shortMinor > 0)
  const shorts = new Map<string, number>()
  for (const q of short) shorts.set(q.currency, (shorts.get(q.currency) ?? 0) + q.shortMinor)
  return (
    <div className={css.rules}>
      <PlainSelect
        aria-label={t`Exception`}
        value={search.code ?? ''}
        onChange={(e) => go({ ...(state ? { state } : {}), ...(e.currentTarget.value ? { code: e.currentTarget.value } : {}) })}
      >
        <option value="">{t`All exceptions`}</option>
        {of.Rules.map((one) => (
          <option key={one.code} value={one.code}>
            {`${rule(one.code)} (${count(one.n, locale)})`}
          </option>
        ))}
      </PlainSelect>
      {[...shorts].map(([currency, minor]) => (
        <span key={currency}>
          <Trans>Total short pay: {money(minor, currency, locale)}</Trans>
        </span>
      ))}
      {r && (
        <span className={css.quiet}>
          <Trans>
            Tolerance: {money(r.AbsoluteMinor, r.Currency, locale)} or {count(r.Percent / 1000, locale)} %, whichever is more; invoices up
            to {count(r.InvoiceDays, locale)} days after delivery.
          </Trans>
        </span>
      )}
      {r && sets && (
        <Button variant="default" onClick={() => void setRules(r)}>
          <Trans>Set tolerance</Trans>
        </Button>
      )}
    </div>
  )
}
