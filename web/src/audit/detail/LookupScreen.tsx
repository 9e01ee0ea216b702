import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { Button, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Audit.module.css'
import { invoiceList } from '../list/invoiceList'
import type { InvoiceSearch } from '../search'
import { useAuditWords } from '../words'
import { InvoiceScreen } from './InvoiceScreen'

const title = msg`Invoice lookup`
const nothing = msg`No invoice begins with this number, and none has it as PRO, BOL or shipment.`
const before = msg`Enter a number to find its invoices.`

/** One invoice, or those that a number finds. */
export function LookupScreen({ search }: { search: InvoiceSearch }) {
  return search.id ? <InvoiceScreen key={search.id} id={search.id} /> : <Lookup text={search.text ?? ''} />
}

function Lookup({ text }: { text: string }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const { rule } = useAuditWords()
  const [typed, setTyped] = useState(text)
  const ready = text.length >= 2
  const found = useCall('Audit/Lookup', { SearchText: text }, { enabled: ready })
  const spec = useMemo(
    () => invoiceList('invoice lookup', title, ready ? nothing : before, words, locale, rule),
    [ready, words, locale, rule],
  )
  const find = (e: FormEvent) => {
    e.preventDefault()
    const asked = typed.trim()
    if (asked === text) found.remote.again()
    else void navigate({ to: '/InvoiceLookup', search: asked ? { text: asked } : {} })
  }
  return (
    <div className={css.screen}>
      <form className={css.find} onSubmit={find}>
        <TextInput
          label={t`Invoice, PRO, BOL or shipment`}
          value={typed}
          maxLength={60}
          onChange={(e) => setTyped(e.currentTarget.value)}
        />
        <Button type="submit" loading={found.loading && ready} disabled={typed.trim().length < 2}>
          <Trans>Find invoices</Trans>
        </Button>
      </form>
      <div className={css.list}>
        <ListScreen spec={spec} rows={ready ? found.data : []} remote={ready ? found.remote : undefined} />
      </div>
    </div>
  )
}
