import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingChange, TrackingDossier } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { DateTime } from '@/kit/format/Formats'
import { Table } from '@/kit/table/Table'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import { Moved } from '../Moved'
import { etaNames, sourceNames, whyWords } from '../words'

/** How the ETA came about: each change with by how much, why, and who said so. */
export function ChangesPart({ unit }: { unit: TrackingDossier }) {
  const { t } = useLingui()
  const words = useWords()
  const of = (c: TrackingChange) => words(etaNames[c.Code] ?? transitSteps[c.Code])
  return (
    <Part title={msg`ETA changes`}>
      {unit.Changes.length === 0 ? (
        <p>
          <Trans>No ETA yet.</Trans>
        </p>
      ) : (
        <Table
          label={t`ETA changes`}
          rows={unit.Changes}
          keyOf={(c) => `${c.Code} ${c.At}`}
          mark={(c) => (c.Standing ? 'chosen' : undefined)}
          columns={[
            { head: t`ETA of`, name: true, cell: of },
            { head: t`ETA`, cell: (c) => <DateTime at={c.To} zone={c.Zone} /> },
            { head: t`Change`, cell: (c) => <Moved from={c.From} to={c.To} /> },
            { head: t`Reason`, cell: (c) => words(whyWords(c.Why, c.Note)) },
            { head: t`Place`, cell: (c) => c.Place },
            { head: t`Source`, cell: (c) => (c.Source === 'hand' ? c.By : words(sourceNames[c.Source])) },
            { head: t`Received`, cell: (c) => <DateTime at={c.At} zone={unit.Zone} /> },
          ]}
        />
      )}
    </Part>
  )
}
