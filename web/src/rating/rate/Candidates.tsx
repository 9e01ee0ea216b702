import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RatingAnswer, RatingCandidate } from '@sync/gen/api'
import { Fragment, useState } from 'react'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { modeWords } from '../modes'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
import { useCodes } from '../useCodes'
import { Receipt } from './Receipt'

export interface CandidatesProps {
  answer: RatingAnswer
  taken?: string
  onTake?: (c: RatingCandidate) => void
  /** Taking one gives it the shipment that was entered; otherwise a shipment is built of orders. */
  ships?: boolean
}

/** Who was asked, what each costs and takes, and why one was taken and the others lost. */
export function Candidates({ answer, taken, onTake, ships }: CandidatesProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const codes = useCodes()
  const [open, setOpen] = useState<string>()
  const marked = answer.candidates.some((c) => c.markupMinor > 0)
  const columns = marked ? 7 : 6
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
      {answer.candidates.length > 0 && (
        <Scroll label={t`Carriers and prices`}>
          <table className={css.table}>
            <caption>
              {answer.preferred ? (
                <Trans>
                  {answer.request.miles} miles. The order asks for {answer.preferred}: its lowest price counts first, then the lowest of
                  all.
                </Trans>
              ) : (
                <Trans>{answer.request.miles} miles. The lowest price counts.</Trans>
              )}
            </caption>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Carrier</Trans>
                </th>
                <th scope="col" className={css.number}>
                  <Trans>Price</Trans>
                </th>
                {marked && (
                  <th scope="col" className={css.number}>
                    <Trans>Customer pays</Trans>
                  </th>
                )}
                <th scope="col">
                  <Trans>Transit</Trans>
                </th>
                <th scope="col">
                  <Trans>Why</Trans>
                </th>
                <th scope="col">
                  <Trans>Receipt</Trans>
                </th>
                {onTake && (
                  <th scope="col">
                    <Trans>Choice</Trans>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {answer.candidates.map((c) => (
                <Fragment key={c.id}>
                  <tr data-chosen={c.chosen || undefined} data-none={c.quote ? undefined : true}>
                    <th scope="row">
                      {c.carrierName || c.carrier}
                      <small>
                        {c.carrier} · {words(modeWords[c.mode])} · {c.tariffName}
                        {c.version > 0 && ` v${c.version}`}
                      </small>
                    </th>
                    <td className={css.number}>{c.quote && money(c.totalMinor, c.currency, locale)}</td>
                    {marked && <td className={css.number}>{c.quote && money(c.customerMinor, c.currency, locale)}</td>}
                    <td>
                      {c.days > 0 && (
                        <>
                          <Plural value={c.days} one="# day" other="# days" />
                          {c.estimated && ` (${t`estimated`})`}
                          <small>
                            <Day text={c.arrivesOn} />
                          </small>
                        </>
                      )}
                    </td>
                    <td>
                      {c.chosen && <StatusBadge hue="good" label={msg`chosen`} />}
                      {c.id === taken && !c.chosen && <StatusBadge hue="waiting" label={msg`taken by a person`} />}{' '}
                      {codes.say(c.why.code, c.why.value)}
                    </td>
                    <td>
                      {c.quote && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-expanded={open === c.id}
                          aria-label={t`Receipt of ${c.carrierName}, ${c.tariffName}`}
                          onClick={() => setOpen(open === c.id ? undefined : c.id)}
                        >
                          {open === c.id ? <Trans>Hide</Trans> : <Trans>Receipt</Trans>}
                        </Button>
                      )}
                    </td>
                    {onTake && (
                      <td>
                        {c.quote && (
                          <Button
                            size="compact-sm"
                            variant={c.chosen ? 'filled' : 'default'}
                            aria-label={
                              ships ? t`Ship with ${c.carrierName}, ${c.tariffName}` : t`Build with ${c.carrierName}, ${c.tariffName}`
                            }
                            onClick={() => onTake(c)}
                          >
                            {ships ? <Trans>Ship</Trans> : <Trans>Build</Trans>}
                          </Button>
                        )}
                      </td>
                    )}
                  </tr>
                  {open === c.id && c.quote && (
                    <tr>
                      <td colSpan={columns} className={css.inside}>
                        <Receipt of={c.quote} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </Scroll>
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
