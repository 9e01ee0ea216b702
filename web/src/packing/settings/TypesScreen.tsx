import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PackingType } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { type Kind, kindWords } from '../plan/words'
import { typedType, typeForm } from './forms'
import { readSize } from './size'

const adds: Record<Kind, Words> = { carton: msg`Add a carton`, pallet: msg`Add a pallet`, unit: msg`Add a handling unit` }
const nothing: Record<Kind, Words> = {
  carton: msg`No cartons yet. Add the cartons that you pack in.`,
  pallet: msg`No pallets yet. Add those that your warehouse loads.`,
  unit: msg`No handling units yet: gaylords, totes, crates, racks.`,
}

/** What there is to pack into, of one kind. */
export function TypesScreen({ kind, children }: { kind: Kind; children?: ReactNode }) {
  const words = useWords()
  const { t } = useLingui()
  const locale = useLocale()
  const got = useCall('Packing/Types', { Kind: kind }, { staleMs: 0 })
  const again = got.remote.again
  const currency = useCall('Packing/Rules', undefined).data?.currency ?? 'USD'
  const spec = useMemo(() => {
    const form = typeForm(kind)
    const edit = async (row: PackingType) => {
      if (await openForm(form, typedType(row))) again()
    }
    return defineList<PackingType>({
      name: `packing-${kind}`,
      title: kindWords[kind],
      columns: [
        { key: 'id', label: msg`Code`, as: 'identifier', width: 85 },
        { key: 'name', label: msg`Name`, width: 155 },
        { key: 'inner', label: msg`Inside`, width: 135, value: (r) => readSize(r.inner, locale) },
        { key: 'outer', label: msg`Outside`, width: 200, value: (r) => readSize(r.outer, locale), phone: false },
        { key: 'tare', label: msg`Tare`, as: 'measure', width: 75, phone: false },
        { key: 'gross', label: msg`Max gross weight`, as: 'measure', width: 80 },
        {
          key: 'price',
          label: msg`Cost`,
          as: 'number',
          width: 70,
          value: (r) => r.priceMinor / 100,
          cell: (r) => money(r.priceMinor, currency, locale),
          phone: false,
        },
        {
          key: 'disabled',
          label: msg`State`,
          width: 100,
          value: (r) => (r.disabled ? t`Not used` : t`In use`),
          cell: (r) => <StatusBadge hue={r.disabled ? 'stopped' : 'good'} label={r.disabled ? msg`Not used` : msg`In use`} />,
        },
      ],
      sort: [{ id: 'id' }],
      actions: [{ label: msg`Change`, main: true, run: edit }],
      empty: nothing[kind],
    })
  }, [kind, locale, again, currency, t])
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {children}
      <Button
        onClick={() =>
          void openForm(typeForm(kind), { New: true, unit: 'in', Disabled: false }).then((made) => {
            if (made) again()
          })
        }
      >
        {words(adds[kind])}
      </Button>
    </ListScreen>
  )
}
