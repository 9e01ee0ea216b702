import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RatingAnswer, RatingCandidate } from '@sync/gen/api'
import { useState } from 'react'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { modeName } from '@/kit/format/mode'
import { day } from '@/kit/format/time'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Rating.module.css'
import { useCodes } from '../useCodes'
import { Receipt } from './Receipt'

export interface CandidatesProps {
  answer: RatingAnswer
  taken?: string
  onTake?: (c: RatingCandidate) => void
  /** Taking one gives it the shipment that was entered; otherwise a shipment is built of orders. */
  ships?: boolean
}

/** By how much a carrier lost is money, and when it arrives is a day; whatever else a reason names stays as it is. */
function more({ why, currency }: RatingCandidate, home: string, locale: string) {
  if (why.code === 'lost-cost') return money(Math.round(Number(why.value) * 100), home || currency, locale)
  return why.code === 'lost-late' ? day(why.value, locale) : why.value
}

/** Who was asked, what each costs and takes, and why one was taken and the others lost. */
export function Candidates({ answer, taken, onTake, ships }: CandidatesProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const codes = useCodes()
  const [open, setOpen] = useState<string>()
  const marked = answer.candidates.some((c) => c.markupMinor > 0)
  return (
    <>
      {answer.code && (
        <Alert color="yellow" role="status">
          {codes.say(answer.code)}
        </Alert>
      )}
      {answer.warnings.map((w) => (
        <Alert key={w} color="yellow" role="status">
          {codes.say(w)}
        </Alert>
      ))}
      {answer.rules && answer.rules.length > 0 && (
        <p className={css.digest}>
          <Trans>Rules that count here: {answer.rules.map((r) => r.name).join(', ')}</Trans>
        </p>
      )}
      {answer.candidates.length > 0 && (
        <Table
          label={t`Carrier rates`}
          caption={
            answer.preferred ? (
              <Trans>
                {answer.request.miles} miles. Ranked by lowest total, preferred carrier {answer.preferred} first.
              </Trans>
            ) : (
              <Trans>{answer.request.miles} miles. Ranked by lowest total.</Trans>
            )
          }
          rows={answer.candidates}
          keyOf={(c) => c.id}
          mark={(c) => (c.chosen ? 'chosen' : c.quote ? undefined : 'none')}
          below={(c) => open === c.id && c.quote && <Receipt of={c.quote} />}
          columns={[
            {
              head: t`Carrier`,
              name: true,
              cell: (c) => (
                <>
                  {c.carrierName || c.carrier}
                  <small>
                    {c.carrier} · {words(modeName(c.mode))} ·{' '}
                    {c.provider === 'spot' ? <Trans>spot quote {c.tariffName}</Trans> : c.tariffName}
                    {c.version > 0 && ` v${c.version}`}
                  </small>
                </>
              ),
            },
            {
              head: t`Price`,
              number: true,
              cell: (c) =>
                c.quote && (
                  <>
                    {money(c.totalMinor, c.currency, locale)}
                    {c.exchangeOn && (
                      <small>
                        <Trans>
                          {money(c.homeMinor, answer.currency, locale)} at {c.exchange} of <Day text={c.exchangeOn} />
                        </Trans>
                      </small>
                    )}
                  </>
                ),
            },
            marked && { head: t`Customer pays`, number: true, cell: (c) => c.quote && money(c.customerMinor, c.currency, locale) },
            { head: t`Transit`, cell: (c) => c.days > 0 && <Transit of={c} /> },
            {
              head: t`Why`,
              cell: (c) => (
                <>
                  {c.chosen && <StatusBadge hue="good" label={msg`chosen`} />}
                  {c.late && <StatusBadge hue="attention" label={msg`late`} />}
                  {c.id === taken && !c.chosen && <StatusBadge hue="waiting" label={msg`chosen by a person`} />}{' '}
                  {codes.say(c.why.code, more(c, answer.currency, locale))}
                </>
              ),
            },
            {
              head: t`Receipt`,
              cell: (c) =>
                c.quote && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-expanded={open === c.id}
                    aria-label={t`Receipt of ${c.carrierName}, ${c.tariffName}`}
                    onClick={() => setOpen(open === c.id ? undefined : c.id)}
                  >
                    {open === c.id ? <Trans>Hide</Trans> : <Trans>Receipt</Trans>}
                  </Button>
                ),
            },
            onTake && {
              head: t`Choice`,
              cell: (c) =>
                c.quote && (
                  <Button
                    size="compact-sm"
                    variant={c.chosen ? 'filled' : 'default'}
                    aria-label={ships ? t`Ship with ${c.carrierName}, ${c.tariffName}` : t`Build with ${c.carrierName}, ${c.tariffName}`}
                    onClick={() => onTake(c)}
                  >
                    {ships ? <Trans>Ship</Trans> : <Trans>Build</Trans>}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {answer.candidates.length > 0 && (
        <p className={css.digest}>
          <Trans>
            Engine {answer.engine}, digest {answer.digest}
          </Trans>
        </p>
      )}
    </>
  )
}

function Transit({ of }: { of: RatingCandidate }) {
  const { t } = useLingui()
  return (
    <span>
      <Plural value={of.days} one="# day" other="# days" />
      {of.estimated && ` (${t`estimated`})`}
      <small>
        <Day text={of.arrivesOn} />
      </small>
    </span>
  )
}
