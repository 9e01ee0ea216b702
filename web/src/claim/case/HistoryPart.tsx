import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClaimDossier } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { DateTime, Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import { useWords } from '@/kit/words/words'
import { actions, states } from './words'

/** What was done to the claim, the newest first. */
export function HistoryPart({ claim: c }: { claim: ClaimDossier }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  return (
    <Part title={msg`History`}>
      <Table
        label={t`History`}
        rows={c.Events}
        keyOf={(e) => e.Id}
        columns={[
          { head: t`Step`, name: true, cell: (e) => words(actions[e.Action] ?? e.Action) },
          { head: t`State after`, cell: (e) => words(states[e.State].label) },
          { head: t`Day`, cell: (e) => <Day text={e.On} /> },
          { head: t`Amount`, number: true, cell: (e) => e.AmountMinor > 0 && money(e.AmountMinor, c.Currency, locale) },
          { head: t`Note`, cell: (e) => e.Note },
          {
            head: t`Entered`,
            cell: (e) => (
              <>
                <DateTime at={e.At} />
                <small>{e.ByName}</small>
              </>
            ),
          },
        ]}
      />
    </Part>
  )
}
