import type { Server } from './server'

const week = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** Has a site work every day from one time to another. */
export const openDaily = (server: Server, WarehouseId: string, OpenTime: string, CloseTime: string) =>
  server.call('office@demo.test', 'WarehousesSlots/AddHoursofOperation', { WarehouseId, Days: week, OpenTime, CloseTime })

/** Has a site give out slots of an hour in one direction, at all of its doors, for as long as it is open. */
export async function giveOut(server: Server, WarehouseId: string, Direction: 'outbound' | 'inbound' | 'transfer') {
  const plan = (await server.call('office@demo.test', 'WarehousesSlots/updateWarehouseSlotConfig', {
    WarehouseId,
    Direction,
    SlotMinutes: 60,
    PerDoor: 1,
    Doors: [],
  })) as { SlotConfigId: string } // by its declaration
  await server.call('office@demo.test', 'WarehousesSlots/createWarehouseSlots', { SlotConfigId: plan.SlotConfigId })
}
