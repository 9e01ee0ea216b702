import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimDossier } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { Day } from '@/kit/format/Formats'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { useWords } from '@/kit/words/words'
import css from './Claim.module.css'
import { dueNames, dueStates, reckoned } from './words'

/** The days that count, how each is reckoned, and by which law or rule. */
export function Dues({ claim: c }: { claim: ClaimDossier }) {
  const { t } = useLingui()
  const words = useWords()
  if (c.Due.length === 0)
    return (
      <Part title={msg`Due dates`}>
        <p className={css.quiet}>
          <Trans>No due dates.</Trans>
        </p>
      </Part>
    )
  return (
    <Part title={msg`Due dates`}>
      <Table
        label={t`Due dates`}
        rows={c.Due}
        keyOf={(d) => d.Code}
        columns={[
          { head: t`Step`, name: true, cell: (d) => words(dueNames[d.Code]) },
          { head: t`By`, cell: (d) => (d.By === 'carrier' ? c.CarrierName : c.Claimant.Name) },
          { head: t`Due`, cell: (d) => <Day text={d.On} /> },
          {
            head: t`How computed`,
            cell: (d) => (
              <>
                {words(reckoned(d, words))}
                <small>{d.Law}</small>
              </>
            ),
          },
          { head: t`Status`, cell: (d) => <StatusBadge {...dueStates[d.State]} /> },
          { head: t`Done`, cell: (d) => <Day text={d.Met} /> },
        ]}
      />
      {c.Terms.own && (
        <p className={css.quiet}>
          <Trans>Days follow the carrier's terms at the time the claim was filed.</Trans>
        </p>
      )}
    </Part>
  )
}
