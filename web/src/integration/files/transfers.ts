import { msg } from '@lingui/core/macro'
import type { IntegrationTransferReq, IntegrationTransferShown } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'

const stateOf = (r: IntegrationTransferShown): Words => {
  if (r.Paused) return msg`Paused`
  return r.Username ? msg`On` : msg`Waits for a password`
}

/** How files of orders come from other systems. */
export const transfers = (text: (w: Words) => string) =>
  resource<IntegrationTransferShown, IntegrationTransferReq>({
    title: msg`Order-file transfer`,
    list: 'Integration/OrderTransfers',
    id: (r) => r.TransferId,
    called: (r) => r.Name,
    write: 'manage-integration',
    columns: [
      { key: 'Name', label: msg`Name`, phone: true, width: 180 },
      { key: 'Username', label: msg`User name`, as: 'identifier', phone: true, width: 240 },
      { key: 'Paused', label: msg`Status`, value: (r) => text(stateOf(r)), phone: true, width: 180 },
      { key: 'Held', label: msg`Needs review`, as: 'number', width: 120, phone: true },
      { key: 'Customer', label: msg`Customer`, width: 160 },
      { key: 'WarehouseId', label: msg`Warehouse`, value: (r) => r.WarehouseId ?? text(msg`All`), width: 110 },
      { key: 'Waiting', label: msg`Waiting`, as: 'number', width: 90 },
      { key: 'LastFileAt', label: msg`Last file`, as: 'ago', width: 120 },
      { key: 'PasswordAt', label: msg`Password set`, as: 'dateTime', width: 160 },
    ],
    filters: ['WarehouseId'],
    empty: msg`No system sends order files yet.`,
    form: defineForm<IntegrationTransferReq, IntegrationTransferShown>('Integration/SaveOrderTransfer', {
      title: msg`Order-file transfer`,
      intro: msg`The other system puts its files into the folder “in” by SFTP. Each is imported once, then moved to “done”, “held” or “failed” with a text file that tells the outcome.`,
      fields: {
        Name: { label: msg`Name`, hint: msg`The system that sends, as “Globex ERP”.` },
        Customer: { label: msg`Customer`, hint: msg`For files that do not name one.` },
        WarehouseId: {
          label: msg`Warehouse`,
          input: choiceOf(useSiteChoices),
          hint: msg`Its files may hold orders of this warehouse only. All warehouses, where you name none.`,
        },
        SaveGood: {
          label: msg`Save the good orders of a file with errors`,
          hint: msg`Otherwise the whole file waits until you review it.`,
        },
        Paused: { label: msg`Paused`, hint: msg`Nobody can sign in. Files that are here are still imported.` },
      },
    }),
    end: 'Integration/EndOrderTransfer',
    restore: 'Integration/RestoreOrderTransfer',
  })
