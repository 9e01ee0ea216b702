// Every filter of the paged lists with every order, on the first page, in the middle and at the end: what the named cases of `search` leave out.
import { readFileSync } from 'node:fs'
import { withServer } from './lading.mjs'

const sorts =
  'ShipDate UniqueName BOLNumber PRONumber Carrier Status Customer Warehouse CreateDate TotalPallet TotalQuantity DueDate'.split(' ')
const orderSorts = 'ShipDate OrderNumber Customer Warehouse Carrier DueDate CreateDate'.split(' ')
const pageSize = 100
const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

/** The organisation of lists and search: a quarter as many orders are open, and mails sent, as there are shipments. */
export const busy = (full) => {
  const shipments = full ? 1_000_000 : 300_000
  return { shipments, orders: shipments / 4, mails: shipments / 4, warehouses: 3 }
}

/** What a list may be narrowed by: to nearly all, of which the tally can leave no condition out, to a part, to few, to none. */
const filters = {
  nothing: {},
  carrier_of_all: { carrierSCAC: 'ABFS' },
  carrier_of_none: { carrierSCAC: 'ZZZZ' },
  customer_of_half: { customer: 'CUST0' },
  customer_of_few: { customer: 'CUST7' },
  warehouse: { WHSE: 'ATL' },
  mode_of_all: { RateModeID: 1 },
  mode_of_none: { RateModeID: 32 },
  builder_of_all: { createdUser: 'U-OFFICE' },
  builder_of_none: { createdUser: 'U-NOBODY' },
  charged_of_all: { businessEntity: 'Northgate Home Supply' },
  charged_of_none: { businessEntity: 'Nobody' },
  days: { fromDate: day(3), toDate: day(9) },
  from_a_day: { fromDate: day(0) },
  from_the_middle: { fromDate: day(14), carrierSCAC: 'ABFS' },
  all_together: { carrierSCAC: 'ABFS', customer: 'CUST0', WHSE: 'ATL', RateModeID: 3, createdUser: 'U-OFFICE', fromDate: day(0) },
  most_together: {
    carrierSCAC: 'ABFS',
    RateModeID: 3,
    createdUser: 'U-OFFICE',
    businessEntity: 'Northgate Home Supply',
    fromDate: day(-1),
  },
  most_of_a_customer: {
    carrierSCAC: 'ABFS',
    RateModeID: 3,
    createdUser: 'U-OFFICE',
    businessEntity: 'Northgate Home Supply',
    customer: 'CUST0',
    fromDate: day(-1),
  },
  words: { searchText: 'consignee 7' },
  word_of_all: { searchText: 'aldermoor' },
}

/** The same of the open orders, which have no mode and are searched by their numbers. */
const { mode_of_all, mode_of_none, words, word_of_all, all_together, most_together, most_of_a_customer, ...common } = filters
const orderFilters = {
  ...common,
  all_together: { ...all_together, RateModeID: undefined },
  most_together: { ...most_together, RateModeID: undefined },
  most_of_a_customer: { ...most_of_a_customer, RateModeID: undefined },
  numbers_of_some: { searchText: 'N100' },
  many_numbers: { numbers: Array.from({ length: 500 }, (_, i) => `N${1_000_000 + i * 97}`) },
}

/** Milliseconds that a process has used of the cores. */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** What is asked of the lists that differ from another by their status or reader alone. */
const { nothing, carrier_of_all, customer_of_half, days } = filters
const some = { filters: { nothing, carrier_of_all, customer_of_half, days, most_together }, sorts: ['ShipDate', 'PRONumber', 'Customer'] }

/** The lists by what is asked of all their pages, and by whom. */
const shipmentList = { path: 'Shipment/GetShipmentList', rows: 'Shipments', filters, sorts }
const office = 'office@demo.test'
export const everyList = [
  { name: 'D', as: office, ...shipmentList, of: { statuscode: 'D' } },
  { name: 'TC', as: office, ...shipmentList, of: { statuscode: 'TC' } },
  { name: 'late', as: office, ...shipmentList, ...some, of: { statuscode: 'NS' } },
  { name: 'A', as: office, ...shipmentList, ...some, of: { statuscode: 'A' } },
  { name: 'warehouse', as: 'dock@demo.test', ...shipmentList, ...some, of: { statuscode: 'TC' } },
  { name: 'orders', as: office, path: 'Shipment/GetOrders', rows: 'Orders', of: {}, filters: orderFilters, sorts: orderSorts },
]

/** What has no pages: the tabs' counts, whole statuses, what was mailed about a load, by the number of one. */
const others = {
  counts: () => ['Shipment/GetShipmentCount', {}],
  counts_of_a_warehouse: () => ['Shipment/GetShipmentCount', { WHSE: 'ATL' }],
  counts_under_way: () => ['Shipment/GetScheduleShipmentCount', {}],
  first_of_TC: () => ['Shipment/GenericShipmentsList', { statuscode: 'TC' }],
  first_late: () => ['Shipment/GenericShipmentsList', { statuscode: 'NS' }],
  mails_of_a_load: (number) => ['Shipment/EmailConversations', { uniquename: number }],
  mails_of_a_key: (_, id) => ['Notify/Mails', { ShipmentId: id }],
  mails: () => ['Notify/Mails', {}],
  load: (number) => ['Shipment/ShipmentDetails', { UniqueName: number }],
}

/** Calls each list of a server once and tells how long it took. */
export async function sweep(caller, pid, swept = everyList) {
  const results = []
  for (const list of swept) {
    const call = await caller(list.as)
    for (const [filter, more] of Object.entries(list.filters)) {
      const wanted = { ...list.of, ...more }
      const { Total } = await call(list.path, { ...wanted, pageSize: 1 })
      const last = Math.max(1, Math.ceil(Total / pageSize))
      for (const sortName of list.sorts)
        for (const [sortbyOrder, pageIndex] of [
          [1, 1],
          [-1, 1],
          ...(last > 2 ? [[1, Math.ceil(last / 2)]] : []),
          ...(last > 1 ? [[-1, last]] : []),
        ]) {
          const ask = async () => {
            const before = cpu(pid)
            const began = performance.now()
            const page = await call(list.path, { ...wanted, pageSize, pageIndex, sortName, sortbyOrder })
            const ms = performance.now() - began
            const got = page[list.rows].length
            if (page.Total !== Total || got !== Math.max(0, Math.min(pageSize, Total - (pageIndex - 1) * pageSize)))
              throw new Error(`${list.name} ${filter} by ${sortName}: ${got} of ${page.Total} on page ${pageIndex} of ${Total}`)
            return { ms, cpu: cpu(pid) - before }
          }
          const name = `${list.name} ${filter} by ${sortName} ${sortbyOrder > 0 ? 'up' : 'down'}, page ${pageIndex} of ${last}`
          results.push({ name, list: list.name, ask, ...(await ask()) })
        }
    }
  }
  return results
}

/** Calls what has no pages a hundred times each, for loads from all over the list. */
export async function sweepOthers(call, pid) {
  const { Shipments } = await call('Shipment/GetShipmentList', { statuscode: 'D', pageSize: 100, pageIndex: 3, sortName: 'UniqueName' })
  const results = []
  for (const [name, of] of Object.entries(others))
    for (const s of Shipments) {
      const before = cpu(pid)
      const began = performance.now()
      await call(...of(s.number, s.id))
      results.push({ name, list: name, ms: performance.now() - began, cpu: cpu(pid) - before })
    }
  return results
}

export const lists = ({ figure, full, caller }) => ({
  lists: () => {
    const size = busy(full)
    return withServer(size, { replica: false }, async (server) => {
      const paged = await sweep((who) => caller(server.url, who), server.child.pid)
      const results = [...paged, ...(await sweepOthers(await caller(server.url, office), server.child.pid))]
      for (const name of new Set(results.map((r) => r.list))) {
        const of = results.filter((r) => r.list === name)
        const at = (q, key) => of.map((r) => r[key]).toSorted((a, b) => a - b)[Math.floor(of.length * q)]
        figure(`lists_${name}_of_${size.shipments}_p50_of_${of.length}`, at(0.5, 'ms'), 'ms')
        figure(`lists_${name}_of_${size.shipments}_p99`, at(0.99, 'ms'), 'ms', '≤ 150')
        figure(`lists_${name}_of_${size.shipments}_p99_cpu`, at(0.99, 'cpu'), 'ms')
      }
      // One call may have met with other work, which its processor time does not tell of; asked again, the dearest say how long they take.
      const again = []
      for (const { name, ask } of paged.toSorted((a, b) => b.cpu - a.cpu).slice(0, 12)) {
        const times = []
        for (let n = 0; n < 9; n++) times.push(await ask())
        const sorted = (key) => times.map((t) => t[key]).toSorted((a, b) => a - b)
        again.push({ name, ms: sorted('ms')[4], most: sorted('ms')[8], cpu: times.reduce((sum, t) => sum + t.cpu, 0) / times.length })
      }
      again.sort((a, b) => b.ms - a.ms)
      for (const r of again)
        console.error(`#   ${r.ms.toFixed(0)} ms (at most ${r.most.toFixed(0)}), server's CPU ${r.cpu.toFixed(0)} ms: ${r.name}`)
      figure(`lists_of_${size.shipments}_dearest_p50_of_9`, again[0].ms, 'ms', '≤ 150')
      figure(`lists_of_${size.shipments}_dearest_cpu`, Math.max(...again.map((r) => r.cpu)), 'ms')
    })
  },
})
