import type { Shipment } from '@sync/gen/tables'
import { liveQuery } from 'dexie'
import { type Trouble, theRemote } from '@/kit/remote/remote'

/** How long the form waits for the server. After that the booking goes on without it. */
const patience = 4000

interface Outcome {
  booked?: Shipment
  refused?: Trouble
}

/** What the server made of a booking, as its row or the refusal comes to the device; undefined where nothing has come in time. */
export function outcome(id: string, row: () => Promise<Shipment | undefined>): Promise<Outcome | undefined> {
  return new Promise((done) => {
    const stops: (() => void)[] = []
    const finish = (heard?: Outcome) => {
      for (const stop of stops) stop()
      done(heard)
    }
    const timer = setTimeout(finish, patience)
    const rows = liveQuery(row).subscribe((booked) => booked?.bol && finish({ booked })) // the bill's number is the server's to give
    stops.push(
      () => clearTimeout(timer),
      () => rows.unsubscribe(),
      theRemote().watchTroubles((list) => {
        const refused = list.find((t) => t.op === 'Shipment/BookCollect' && t.args.ShipmentId === id)
        if (refused) finish({ refused })
      }),
    )
    theRemote().nudge()
  })
}
