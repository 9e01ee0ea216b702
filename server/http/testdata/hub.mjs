// The stock client against the hub. Prints one JSON line; the Go test judges it.
import * as signalR from '@microsoft/signalr'

const [, , base, tickets, skip] = process.argv
const queue = tickets.split(',')
const seen = {}
const connection = new signalR.HubConnectionBuilder()
  .withUrl(`${base}/hub?guid=D1`, {
    accessTokenFactory: () => queue.shift(),
    skipNegotiation: skip === 'skip',
    transport: signalR.HttpTransportType.WebSockets,
  })
  .configureLogging(signalR.LogLevel.Error)
  .build()

const poke = new Promise((resolve) => {
  connection.on('SyncPoke', (message) => {
    resolve(message)
  })
})
const closed = new Promise((resolve) => {
  connection.onclose((error) => {
    resolve(error ? String(error.message) : '')
  })
})
await connection.start()
await connection.invoke('SetReadStatusForNotification', 'N1', 'G1')
await connection.invoke('SetReadStatusForNotification', { NotificationId: 'N2' })
await connection.invoke('SetReadStatusForNotification', '').catch((error) => {
  seen.refused = error.message
})
await connection.invoke('Shipment/GetOrders').catch((error) => {
  seen.unknown = error.message
})
seen.poke = await poke
await connection.send('Goodbye')
await connection.send('SetReadStatusForNotification', 'N3') // it is hung up on for this
seen.closed = await closed
console.log(JSON.stringify(seen))
