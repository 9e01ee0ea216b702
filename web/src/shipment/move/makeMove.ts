import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import { send } from '@sync/send'
import { openForm } from '@/kit/form/FormDialog'
import type { Undoable } from '@/kit/list/defineList'
import { offerUndo } from '@/kit/list/undo'
import { archiveForm, exceptForm, sureForm, voidForm } from './endForms'
import { byStatus, type Move, wayBack } from './moves'

/** Whether a move is one that somebody can step back from; a shipment that is resumed can be stopped again. */
const final = (shipments: readonly Shipment[], move: Move) => move.from !== 'X' && shipments.some((s) => !wayBack(s, move))

/**
 * Makes a move for some shipments of one status. The whole lot is one step of undo, where the state machine knows a way back; where it knows
 * none the person is asked first, and false says that they thought better of it.
 */
export async function moveAll(shipments: readonly Shipment[], move: Move): Promise<Undoable | false> {
  if (final(shipments, move) && !(await openForm(sureForm(shipments, move), {}))) return false
  for (const s of shipments) await send('Shipment/UpdateStatusCode', { ShipmentId: s.id, StatusCode: move.to })
  const back = shipments.filter((s) => wayBack(s, move))
  if (back.length < shipments.length) return undefined
  return {
    undo: async () => {
      for (const s of back) await send('Shipment/UpdateStatusCode', { ShipmentId: s.id, StatusCode: move.from })
    },
  }
}

/** Makes a move for one shipment: asks first where the table says that something must be given. */
export async function makeMove(s: Shipment, move: Move): Promise<void> {
  const initial = { ShipmentId: s.id }
  if (move.action === 'except') return void (await openForm(exceptForm, initial))
  if (move.action === 'void') return void (await openForm(await voidForm(s), initial))
  if (move.action === 'archive') return void (await openForm(await archiveForm(s), initial))
  if (move.op !== byStatus) return
  const made = await moveAll([s], move)
  if (made) offerUndo(msg`Shipment ${s.number} has been moved.`, made.undo)
}
