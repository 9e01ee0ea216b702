import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { OrderInsertResp } from '@sync/gen/api'
import type { OrderCatalogueItem } from '@sync/gen/tables'
import { download } from '@sync/transfer'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Icon } from '@/kit/icon/Icon'
import { saveFile } from '@/kit/list/csv'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { TakeRows } from '@/kit/rowfile/TakeRows'
import { Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Items.module.css'
import { itemFile } from './itemFile'
import { itemForm, itemStart } from './itemForm'
import { NmfcTable } from './NmfcTable'

const itemList = (text: (w: Words) => string): ListSpec<OrderCatalogueItem> => ({
  name: 'items',
  title: msg`Items`,
  entity: 'order_item',
  columns: [
    { key: 'code', label: msg`Item code`, as: 'identifier', width: 130 },
    { key: 'description', label: msg`Description`, width: 280 },
    { key: 'packageType', label: msg`Package`, width: 90 },
    { key: 'class', label: msg`Class`, width: 80 },
    { key: 'nmfc', label: msg`NMFC`, width: 110 },
    { key: 'weight', label: msg`Weight`, as: 'measure', width: 110 },
    { key: 'customer', label: msg`Customer`, width: 110 },
    { key: 'owner', label: msg`List`, width: 110, value: (it) => text(it.owner ? msg`own` : msg`everybody's`) },
    { key: 'hazmat', label: msg`Hazmat`, width: 110, value: (it) => it.hazmat?.un ?? '' },
    { key: 'changedBy', label: msg`Changed by`, hidden: true, phone: false },
  ],
  filters: ['class', 'packageType', 'customer', 'owner'],
  sort: [{ id: 'code' }],
  actions: [
    { label: msg`Change`, main: true, run: (it) => openForm(itemForm, itemStart(it)) },
    { label: msg`Delete`, hard: true, run: (it) => drop([it]) },
  ],
  bulk: [{ label: msg`Delete`, run: drop, done: (n) => plural(n, { one: '# item was deleted.', other: '# items were deleted.' }) }],
  empty: msg`No items yet. Upload a list, or add the first one.`,
})

async function drop(list: readonly OrderCatalogueItem[]) {
  for (const it of list) await submit('Shipment/TlxTmsExtraInfoDetails', { flag: 'delete', ItemId: it.id })
}

/** The item master: what the lines of an order are filled with. */
export function ItemsScreen() {
  const words = useWords()
  const refusal = useRefusal()
  const rows = useLiveQuery(() => local().order_item.toArray())
  const spec = useMemo(() => itemList(words), [words])
  const [outcome, setOutcome] = useState<OrderInsertResp>()
  const save = async () => {
    try {
      const { blob, name } = await download('Shipment/DownloadExtraInfoDetails', undefined)
      saveFile(name, blob, blob.type)
    } catch (err) {
      refusal.tell(err)
    }
  }
  return (
    <div className={css.screen}>
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows}>
          <Button leftSection={<Icon name="plus" />} onClick={() => void openForm(itemForm, { PackageType: 'CTN', Common: true })}>
            <Trans>Add an item</Trans>
          </Button>
          <TakeRows of={itemFile} />
          <Button variant="default" leftSection={<Icon name="export" />} onClick={() => void save()}>
            <Trans>Download</Trans>
          </Button>
        </ListScreen>
      </div>
      <NmfcTable told={setOutcome} />
      {outcome && <Outcome of={outcome} close={() => setOutcome(undefined)} />}
    </div>
  )
}

function Outcome({ of, close }: { of: OrderInsertResp; close: () => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  return (
    <section className={css.outcome} aria-label={t`Upload result`}>
      <p role="status">
        <Plural value={of.Added} one="# item is new" other="# items are new" />,{' '}
        <Plural value={of.Changed} one="# was changed" other="# were changed" />.{' '}
        {of.Errors.length > 0 && (
          <strong>
            <Plural value={of.Errors.length} one="# mistake" other="# mistakes" />
          </strong>
        )}
      </p>
      {of.Errors.length > 0 && (
        <ul>
          {of.Errors.map((e) => (
            <li key={`${e.row} ${e.field} ${e.code}`}>
              <Trans>
                Row {e.row}, {e.field}:
              </Trans>{' '}
              {refusal.ofCode(e.code, e.params ?? {})}
            </li>
          ))}
        </ul>
      )}
      <PlainButton onClick={close}>
        <Trans>Close</Trans>
      </PlainButton>
    </section>
  )
}
