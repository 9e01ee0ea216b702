import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { FormView } from '@/kit/form/FormView'
import { useRows } from '@/kit/remote/useRows'
import { useSession } from '@/kit/remote/user'
import { Select } from '@/kit/ui'
import { HeldNumbers } from '../numbers/HeldNumbers'
import { StockPart } from '../stock/StockPart'
import { GateSign } from './GateSign'
import { LabelRules } from './LabelRules'
import { type MobileTyped, mobileForm } from './mobileForm'

/** What holds where nobody chose (server/dock/setting.go). */
const unset = { print: true, mailBol: false, mailTo: [], showUnscanned: true, lpnLoading: true, weightTolerance: 10, photoPlace: false }

/** Settings of the dock, for one warehouse at a time. */
export function MobileScreen() {
  const { t } = useLingui()
  const mine = useSession()?.warehouses ?? []
  const admin = useSession()?.admin ?? false
  const [chosen, setChosen] = useState<string>()
  const rows = useRows(async (db) => ({ sites: await db.warehouse_site.toArray(), settings: await db.dock_setting.toArray() }), [])
  const sites = rows?.sites.filter((s) => mine.length === 0 || mine.includes(s.id)) ?? []
  const warehouse = chosen ?? sites[0]?.id
  const setting = rows?.settings.find((s) => s.id === warehouse)
  const initial = useMemo<MobileTyped>(
    () => ({
      ...unset,
      ...setting,
      rulesEn: setting?.rules.en ?? '',
      rulesEs: setting?.rules.es ?? '',
      rulesFr: setting?.rules.fr ?? '',
      warehouse: warehouse ?? '',
    }),
    [setting, warehouse],
  )
  if (!rows) return <div aria-busy="true" />
  return (
    <div>
      <h1>
        <Trans>Dock settings</Trans>
      </h1>
      {sites.length > 1 && (
        <Select
          label={t`Warehouse`}
          data={sites.map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))}
          value={warehouse ?? null}
          allowDeselect={false}
          onChange={(w) => setChosen(w ?? undefined)}
          maw="24em"
          mb="md"
        />
      )}
      {warehouse && <FormView key={warehouse} spec={mobileForm} initial={initial} onDone={() => {}} />}
      {warehouse && <GateSign key={`gate-${warehouse}`} warehouse={warehouse} />}
      <LabelRules />
      <HeldNumbers />
      {admin && <StockPart />}
    </div>
  )
}
