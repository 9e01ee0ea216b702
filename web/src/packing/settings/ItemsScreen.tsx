import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { PackingItem } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { itemForm, typedItem } from './forms'
import { readSize } from './size'

/** What is known of items for packing them: it goes before what an order says. */
export function ItemsScreen() {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const got = useCall('Packing/Items', undefined, { staleMs: 0 })
  const again = got.remote.again
  const spec = useMemo(() => {
    const edit = async (row: PackingItem) => {
      if (await openForm(itemForm, typedItem(row))) again()
    }
    const drop = async (row: PackingItem) => {
      try {
        await call('Packing/DeleteItem', { Code: row.id })
      } catch (err) {
        toasts.warn(refusal.whole(err))
      }
      again()
    }
    const handling = (r: PackingItem) =>
      [r.upright && t`this side up`, r.top && t`nothing on top`, r.alone && t`alone`].filter(Boolean).join(', ')
    return defineList<PackingItem>({
      name: 'packing-items',
      title: msg`Items`,
      columns: [
        { key: 'id', label: msg`Item code`, as: 'identifier', width: 110 },
        { key: 'description', label: msg`Description`, width: 225 },
        { key: 'size', label: msg`Per piece`, width: 165, value: (r) => readSize(r.size, locale) },
        { key: 'weight', label: msg`Weight`, as: 'measure', width: 85 },
        { key: 'handling', label: msg`Handling`, width: 220, value: handling },
        { key: 'group', label: msg`Group`, width: 90, phone: false },
        { key: 'barcodes', label: msg`Bar codes`, as: 'list', width: 160, phone: false },
      ],
      filters: ['group'],
      sort: [{ id: 'id' }],
      actions: [
        { label: msg`Change`, main: true, run: edit },
        { label: msg`Delete`, hard: true, run: drop },
      ],
      empty: msg`No item sizes yet. Sizes come from the order's lines.`,
    })
  }, [locale, again, refusal, t])
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      <Button
        onClick={() =>
          void openForm(itemForm, { unit: 'in', New: true }).then((made) => {
            if (made) again()
          })
        }
      >
        <Trans>Add an item</Trans>
      </Button>
    </ListScreen>
  )
}
