import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RuleChecked, RuleConfiguration } from '@sync/gen/api'
import { useState } from 'react'
import { Day } from '@/kit/format/Formats'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Switch } from '@/kit/ui'
import css from './Rule.module.css'
import { conditionWords } from './words'

/** Which of the latest loads a rule would have met, and what each condition found. Nothing is changed. */
export function TryRule({ rule }: { rule: RuleConfiguration }) {
  const { t } = useLingui()
  const { Conditions, Action, Values } = rule
  const got = useCall('RulesEngine/TryRule', { Conditions, Action, Values, Last: 100 }, { staleMs: 0 })
  const [all, setAll] = useState(false)
  const found = got.data?.Rows ?? []
  const tried = found.length
  const met = got.data?.Met ?? 0
  const against = found.filter((r) => r.Against).length
  const rows = all ? found : found.filter((r) => r.Met)
  return (
    <Pending called={got} offline={msg`No connection. A rule is tried on the server.`}>
      <p className={css.quiet} role="status">
        <Trans>
          Met by {met} of your {tried} latest loads.
        </Trans>{' '}
        {against > 0 && <Plural value={against} one="# went to a carrier it excludes." other="# went to carriers it excludes." />}
      </p>
      <Switch mb="xs" label={t`Also loads that do not meet it`} checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />
      {rows.length > 0 && (
        <Table
          label={t`Loads`}
          rows={rows}
          keyOf={(r) => r.ShipmentId}
          mark={(r) => (r.Met ? undefined : 'none')}
          columns={[
            {
              head: t`Load`,
              name: true,
              cell: (r) => <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: r.ShipmentId } }}>{r.Number}</PageLink>,
            },
            { head: t`Ships`, cell: (r) => r.ShipOn && <Day text={r.ShipOn} /> },
            { head: t`Carrier`, cell: (r) => r.Carrier },
            {
              head: t`Result`,
              cell: (r) => (
                <>
                  <StatusBadge hue={r.Met ? 'good' : 'quiet'} label={r.Met ? msg`met` : msg`not met`} />{' '}
                  {r.Against && <StatusBadge hue="attention" label={msg`excluded carrier`} />}
                </>
              ),
            },
            { head: t`Why`, cell: (r) => r.Why.length > 0 && <Why of={r.Why} /> },
          ]}
        />
      )}
    </Pending>
  )
}

function Why({ of }: { of: RuleChecked[] }) {
  const { t } = useLingui()
  return (
    <ul className={css.why}>
      {of.map((c) => (
        <li key={conditionWords(c)}>
          {c.Met ? '✓' : '✗'} {conditionWords(c)}
          <small> {c.Found ? t`Found: ${c.Found}` : t`Not known`}</small>
        </li>
      ))}
    </ul>
  )
}
