import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import type { Order } from '@sync/gen/tables'
import { CallError } from '@sync/wire'
import { useLiveQuery } from 'dexie-react-hooks'
import { openForm } from '@/kit/form/FormDialog'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { partForm } from './partForm'

/** Parts an order, and puts parts of it together again. */
export function Parts({ of: o }: { of: Order }) {
  const { t } = useLingui()
  const { whole } = useRefusal()
  const may = useCan('edit-orders')
  const root = o.root || o.number
  const parts = useLiveQuery(
    () =>
      local()
        .order_open.where('number')
        .startsWith(root)
        .filter((x) => x.warehouse === o.warehouse && (x.root === root || x.number === root))
        .toArray(),
    [o.warehouse, root],
  )
  if (!may) return null
  const ids = (parts ?? []).map((x) => x.id)
  const merge = async () => {
    try {
      await call('Shipment/MergeOrders', { OrderIds: ids })
    } catch (err) {
      toasts.warn(err instanceof CallError ? whole(err) : t`That did not work. Try again.`)
    }
  }
  return (
    <>
      {ids.length > 1 && (
        <Button variant="default" onClick={() => void merge()}>
          {t`Put ${ids.length} parts together`}
        </Button>
      )}
      {o.pieces > 1 && (
        <Button variant="default" onClick={() => void openForm(partForm(o), {})}>
          <Trans>Split off a back order</Trans>
        </Button>
      )}
    </>
  )
}
