import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingDossier, TrackingEvent } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime } from '@/kit/format/Formats'
import { useCan } from '@/kit/remote/can'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import { saidByNames, sourceNames } from '../words'
import { correctForms } from './eventForm'

/** What happened to a container or rail car, the latest first; each time by the clock of its place. What was corrected stays, marked. */
export function EventsPart({ unit }: { unit: TrackingDossier }) {
  const { t } = useLingui()
  const words = useWords()
  const may = useCan('move-loads')
  const rows = unit.Events.filter((e) => !e.Estimated)
  const from = (e: TrackingEvent) =>
    e.Source === 'hand'
      ? e.ByName
      : [words(sourceNames[e.Source]), e.Source === 'forwarder' ? e.ByName : words(saidByNames[e.SaidBy])].filter(Boolean).join(' · ')
  return (
    <Part title={msg`Events`}>
      {rows.length === 0 ? (
        <p>
          <Trans>No events yet.</Trans>
        </p>
      ) : (
        <Table
          label={t`Events`}
          rows={rows}
          keyOf={(e) => e.EventId}
          mark={(e) => (e.ReplacedBy ? 'none' : undefined)}
          columns={[
            { head: t`Event`, name: true, cell: (e) => words(transitSteps[e.Code]) },
            { head: t`When`, cell: (e) => <DateTime at={e.EventAt} zone={e.Zone} /> },
            { head: t`Place`, cell: (e) => e.Place },
            { head: t`Vessel`, cell: (e) => [e.Vessel, e.Voyage].filter(Boolean).join(' ') },
            { head: t`Source`, cell: from },
            { head: t`Note`, cell: (e) => [e.ReplacedBy ? t`Corrected` : '', e.Note].filter(Boolean).join(' · ') },
            may && {
              head: t`Action`,
              cell: (e) =>
                !e.ReplacedBy && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t`Correct ${words(transitSteps[e.Code])}`}
                    onClick={() =>
                      void openForm(correctForms[unit.Kind], {
                        ContainerId: unit.ContainerId,
                        Corrects: e.EventId,
                        Code: e.Code,
                        Place: e.LoCode || e.Place,
                        Vessel: e.Vessel,
                        Voyage: e.Voyage,
                      })
                    }
                  >
                    <Trans>Correct</Trans>
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Part>
  )
}
