import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { LongText } from '@/kit/form/inputs'
import { useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import css from '../Audit.module.css'
import { useAuditWords } from '../words'
import { chargeWord } from './chargeLists'

interface Typed {
  Week: string
  InvoiceId: string
  Code: string
  Comment: string
}

const form = defineForm<Typed>('anomaly/SaveComment', {
  title: msg`Comment`,
  fields: { Comment: { label: msg`Comment`, input: LongText, required: true } },
  toRequest: ({ Week, InvoiceId, Code, Comment }) => ({ Week, InvoiceId, Code, Comment }),
  subject: (t) => `${t.Week} ${t.InvoiceId} ${t.Code}`,
})

const onServer = msg`Comments are kept on the server, and there is no connection now.`

interface CommentsPartProps {
  week: string
  /** What they are about, by key and in words; without one it is the batch. */
  about: { invoiceId: string; code: string; name: string } | undefined
  close: () => void
}

/** What was noted about a batch, or about one charge in it. */
export function CommentsPart({ week, about, close }: CommentsPartProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const words = useWords()
  const { charge } = useAuditWords()
  const may = useCan('audit-invoices')
  const asked = { Week: week, InvoiceId: about?.invoiceId ?? '', Code: about?.code ?? '' }
  const got = useCall('anomaly/GetComments', asked)
  const name = about?.name ?? week
  return (
    <section aria-label={t`Comments on ${name}`}>
      <strong>{t`Comments on ${name}`}</strong>
      <Pending called={got} offline={onServer}>
        {got.data?.length === 0 && (
          <p>
            <Trans>No comments.</Trans>
          </p>
        )}
        <ul>
          {got.data?.map((c) => (
            <li key={c.id}>
              {c.text}{' '}
              <small>
                {[c.number, c.code && chargeWord(c.code, words, charge), c.byName, dateTime(c.at, locale)].filter(Boolean).join(', ')}
              </small>
            </li>
          ))}
        </ul>
      </Pending>
      <div className={css.figures}>
        {may && (
          <PlainButton onClick={() => void openForm(form, asked)}>
            <Trans>Add comment</Trans>
          </PlainButton>
        )}
        <PlainButton onClick={close}>
          <Trans>Close</Trans>
        </PlainButton>
      </div>
    </section>
  )
}
