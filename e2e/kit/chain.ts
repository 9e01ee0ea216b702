import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { canonical } from '../../sync/client/canonical'
import { zipOf } from '../../sync/client/testing/zipOf'

const sum = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** An evidence bundle of a chain of so many events, each signed by a device; nobody has signed its list of contents. */
export function longChain(length: number): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const device = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
  const lines: string[] = []
  let prev = ''
  for (let n = 1; n <= length; n++) {
    const at = 1_795_000_000_000 + n
    const pallet = `01ARZ3NDEKTSV4RRFFQ6${String(n).padStart(6, '0')}`
    const atText = new Date(at).toISOString()
    const mutation = canonical({
      args: { Lpn: `LPN-${n}`, PalletId: pallet, ShipmentId: 'S1' },
      at: atText,
      atRaw: atText,
      device,
      id: pallet,
      op: 'DockView/LoadPallet',
      replaces: null,
      seq: n,
      subjects: ['shipment:S1'],
      user: 'U-DOCK',
    })
    const event = {
      at,
      atRaw: atText,
      data: { lpn: `LPN-${n}`, pallet, sscc: '' },
      device,
      id: pallet,
      kind: 'pallet-loaded',
      loggedAt: at,
      n,
      prev,
      proof: sum(mutation),
      shipmentId: 'S1',
      sig: sign('sha256', Buffer.from(mutation), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
      userId: 'U-DOCK',
      userName: 'Dana Whitfield',
      warehouse: 'ATL',
    }
    prev = sum(canonical(event))
    lines.push(JSON.stringify({ ...event, hash: prev, mutation }))
  }
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['events.ndjson', Uint8Array.from(Buffer.from(`${lines.join('\n')}\n`))],
    [
      'devices.json',
      Uint8Array.from(Buffer.from(JSON.stringify([{ id: device, name: 'Dock 4', publicKey: publicKey.export({ format: 'jwk' }) }]))),
    ],
  ]
  const manifest = {
    format: 'lading evidence 1',
    organisation: 'Northgate Home Supply',
    shipmentId: 'S1',
    bill: '06141411234567913',
    at: 1_795_000_000_000,
    events: length,
    head: prev,
    files: files.map(([name, body]) => ({ name, sha256: sum(body), size: body.length })),
    absent: [],
  }
  return Buffer.from(zipOf([...files, ['manifest.json', Uint8Array.from(Buffer.from(JSON.stringify(manifest)))]]))
}
