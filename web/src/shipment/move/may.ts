import type { Right, Shipment } from '@sync/gen/tables'
import { can } from '@/kit/remote/can'
import { type Move, mayMove } from './moves'

const rights: Record<string, Right> = { 'Shipment/Void': 'void', 'Shipment/ArchiveShipment': 'void' }

/** The right that a move needs, as the server declares it for the move's call. */
export const rightOf = (m: Move): Right => rights[m.op ?? ''] ?? 'move-loads'

/** Whether a move is offered to the signed-in user for this shipment. */
export const mayMake = (s: Shipment, m: Move): boolean => can(rightOf(m)) && mayMove(s, m)
