import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seeded } from '@sync/testing/world'

/** A label as the carrier has it in its books. */
export interface Sold {
  id: string
  number: string
  /** What the sender calls it. */
  reference: string
  void: boolean
  shipped: boolean
}

/** What of its answers goes astray, of one account. */
interface Account {
  random: () => number
  healthy: boolean
  sold: Sold[]
  /** Answers by the key of the request, where the carrier knows a request again. */
  answers: Map<string, string>
}

interface Ask {
  method: string
  path: string
  head: IncomingMessage['headers']
  body: string
}

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const pdf = Buffer.from('%PDF-1.4 label').toString('base64')
const money = { CurrencyCode: 'USD', MonetaryValue: '21.40' }
const no = (code: string, message: string) =>
  JSON.stringify({ response: { errors: [{ code, message }] }, errors: [{ error_code: code, error_message: message }] })

/**
 * A parcel carrier's API over real HTTP, as UPS and as Stamps.com publish theirs: the one finds a label by its reference and knows no request again, the other
 * answers a key as it did the first time. Lines break before a request is heard, or behind what it did.
 */
export class Carrier {
  private readonly accounts = new Map<string, Account>()
  private server: Server | undefined

  async start(): Promise<string> {
    const server = createServer((req, res) => {
      const parts: Buffer[] = []
      req.on('data', (b: Buffer) => parts.push(b))
      req.on('end', () => {
        const ask = { method: req.method ?? '', path: req.url ?? '', head: req.headers, body: Buffer.concat(parts).toString() }
        const account = this.accountOf(ask)
        const fate = account && !account.healthy ? account.random() : 1
        // Of prices and of where a package is nothing depends: their lines are better, so that more is bought.
        const [there, busy, back] = /ship$|recovery$|labels|void/.test(ask.path) ? [0.15, 0.2, 0.45] : [0.03, 0.04, 0.06]
        if (fate < there) return req.socket.destroy()
        const [status, text]: [number, string] = fate < busy ? [503, no('10429', 'later')] : this.answer(ask, account)
        if (fate > busy && fate < back) return req.socket.destroy()
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
      })
    })
    this.server = server
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server?.close()
    this.server?.closeAllConnections()
  }

  /** Opens an account, whose books are its own. */
  open(name: string, seed: number): Account {
    const account: Account = { random: seeded(seed), healthy: false, sold: [], answers: new Map() }
    this.accounts.set(name, account)
    return account
  }

  /** Whose request it is: the application's name is in the token, and in what asks for one. */
  private accountOf({ path, head, body }: Ask): Account | undefined {
    const given = head.authorization ?? ''
    if (given.startsWith('Bearer T-')) return this.accounts.get(given.slice('Bearer T-'.length))
    if (given.startsWith('Basic ')) return this.accounts.get(Buffer.from(given.slice(6), 'base64').toString().split(':')[0] ?? '')
    return path.startsWith('/security')
      ? this.accounts.get(String((JSON.parse(body || '{}') as { client_id?: string }).client_id))
      : undefined
  }

  private answer(ask: Ask, account: Account | undefined): [number, string] {
    const { method, path, head, body } = ask
    if (!account) return [401, no('250002', 'Invalid Authentication Information.')]
    const name = [...this.accounts].find(([, a]) => a === account)?.[0]
    if (path.startsWith('/security')) return [200, JSON.stringify({ access_token: `T-${name}`, refresh_token: 'R-1', expires_in: 14399 })]
    const said = body ? JSON.parse(body) : {}
    if (path.includes('/rating/'))
      return [200, JSON.stringify({ RateResponse: { RatedShipment: [{ Service: { Code: '03' }, TotalCharges: money }] } })]
    if (path.endsWith('/ship')) return [200, this.sellUPS(account, said.ShipmentRequest.Shipment.Package)]
    if (path.endsWith('/recovery')) return this.find(account, said.LabelRecoveryRequest.ReferenceValues.ReferenceNumber.Value)
    if (path.includes('/void/cancel/')) return this.cancel(account, (s) => s.id === path.split('/').at(-1))
    if (path.includes('/track/'))
      return [
        200,
        JSON.stringify({ trackResponse: { shipment: [{ package: [this.scans(account, path.split('/').at(-1)?.split('?')[0] ?? '')] }] } }),
      ]
    if (path.startsWith('/api/v1/rates'))
      return [
        200,
        JSON.stringify([
          {
            service_type: 'usps_ground_advantage',
            packaging_type: 'package',
            estimated_delivery_days: '2',
            shipment_cost: { total_amount: 7.1, currency: 'usd' },
          },
        ]),
      ]
    if (path === '/api/v1/labels') return [200, this.sellUSPS(account, String(head['idempotency-key']), said)]
    if (method === 'PUT') return this.cancel(account, (s) => s.id === path.split('/')[4], true)
    if (path.startsWith('/api/v1/tracking')) {
      const sold = account.sold.find((s) => path.includes(s.number))
      const events = sold?.shipped
        ? [{ occurred_at: new Date().toISOString(), event_description: 'Accepted', carrier_status_code: '03' }]
        : []
      return [200, JSON.stringify({ tracking_events: events })]
    }
    return [404, no('404', path)]
  }

  private sellUPS(account: Account, packages: { ReferenceNumber: { Value: string }[] }[]): string {
    const id = `1ZSHIP${account.sold.length + 1}`
    const results = packages.map((p, nth) => {
      const number = `${id}-${nth + 1}`
      account.sold.push({ id, number, reference: p.ReferenceNumber[0]?.Value ?? '', void: false, shipped: false })
      return { TrackingNumber: number, ShippingLabel: { GraphicImage: gif } }
    })
    return JSON.stringify({
      ShipmentResponse: {
        ShipmentResults: { ShipmentIdentificationNumber: id, ShipmentCharges: { TotalCharges: money }, PackageResults: results },
      },
    })
  }

  private find(account: Account, reference: string): [number, string] {
    const live = account.sold.filter((s) => s.reference === reference && !s.void)
    if (live.length === 0) return [404, no('300600', 'No labels found for this request.')]
    return [
      200,
      JSON.stringify({
        LabelRecoveryResponse: {
          ShipmentIdentificationNumber: live[0]?.id,
          LabelResults: live.map((s) => ({ TrackingNumber: s.number, LabelImage: { GraphicImage: gif } })),
        },
      }),
    ]
  }

  private sellUSPS(account: Account, key: string, said: { references: { reference1: string } }): string {
    const known = account.answers.get(key)
    if (known) return known
    const reference = said.references.reference1
    const n = account.sold.length + 1
    const sold = { id: `L-${n}`, number: `94001${String(n).padStart(16, '0')}`, reference, void: false, shipped: false }
    account.sold.push(sold)
    const answer = JSON.stringify({
      label_id: sold.id,
      tracking_number: sold.number,
      shipment_cost: { total_amount: 7.1, currency: 'usd' },
      labels: [{ label_data: pdf }],
    })
    account.answers.set(key, answer)
    return answer
  }

  /** Takes labels back: those that travel stay, and one that was taken back is unknown, or refused. */
  private cancel(account: Account, which: (s: Sold) => boolean, unknown = false): [number, string] {
    const labels = account.sold.filter(which)
    if (labels.length === 0 || labels.every((s) => s.void))
      return unknown ? [404, no('404', 'label')] : [400, no('190117', 'The shipment has already been voided.')]
    if (labels.some((s) => s.shipped)) return [400, no('190102', 'No shipment found within the allowed void period.')]
    for (const s of labels) s.void = true
    return [
      200,
      unknown ? '{}' : JSON.stringify({ VoidShipmentResponse: { SummaryResult: { Status: { Code: '1', Description: 'Voided' } } } }),
    ]
  }

  private scans(account: Account, number: string) {
    const sold = account.sold.find((s) => s.number === number)
    const now = new Date().toISOString().replace(/[-:T]/g, '')
    return {
      trackingNumber: number,
      activity: sold?.shipped
        ? [
            {
              gmtDate: now.slice(0, 8),
              gmtTime: now.slice(8, 14),
              status: { type: 'P', statusCode: 'PU', description: 'Pickup' },
              location: { address: {} },
            },
          ]
        : [],
    }
  }
}
