import type { OrgLease } from '../gen/api'
import type { NumberKind } from '../leases'

/** How many numbers a device takes at once. */
const block: Record<NumberKind, number> = { sscc: 2000, bol: 200, pro: 200 }

/** Where numbers come from: the next serial of a kind, and the last, where there is one. */
interface Series extends Pick<OrgLease, 'prefix' | 'digits' | 'rule'> {
  next: number
  last: number
}

interface Row extends OrgLease {
  /** Empty for what was given back and is nobody's. */
  device: string
  spent: boolean
}

/** What a device says that it has left of a lease. */
export interface Have {
  Lease: string
  Next: number
}

/** The blocks of numbers that a server gives to devices. As the real one: e2e/sim/leases.test.ts plays the same requests against both. */
export class LeaseBook {
  private rows: Row[] = []
  private made = 0
  private readonly counters: Record<'sscc' | 'bol', Series>
  private readonly ranges: (Series & { carrier: string })[] = []

  /** `next` are the first serials that nobody has yet. */
  constructor(company = '0614141', next = { sscc: 1, bol: 1 }) {
    const series = { digits: 16 - company.length, rule: 'gs1' as const, last: Number.POSITIVE_INFINITY }
    this.counters = { sscc: { ...series, prefix: `0${company}`, next: next.sscc }, bol: { ...series, prefix: company, next: next.bol } }
  }

  /** A carrier's range: the first and the last number without their check digits. */
  addRange(carrier: string, first: string, last: string, rule: OrgLease['rule'] = ''): void {
    this.ranges.push({ carrier, prefix: '', digits: first.length, rule, next: Number(first), last: Number(last) })
  }

  /** Gives a device a further block of each kind of which it has less than half a block, and tells all that it may use. */
  take(device: string, have: Have[]): OrgLease[] {
    const left = new Map<string, number>()
    const told: OrgLease[] = []
    for (const row of this.rows.filter((r) => r.device === device && !r.spent)) {
      const next = Math.max(row.first, have.find((h) => h.Lease === row.id)?.Next ?? row.first)
      if (next > row.last) {
        row.spent = true
        continue
      }
      const of = `${row.kind} ${row.carrier}`
      left.set(of, (left.get(of) ?? 0) + row.last - next + 1)
      told.push(leaseOf(row))
    }
    const free = this.rows.filter((r) => r.device === '' && r.kind === 'pro').map((r) => r.carrier)
    const carriers = [...new Set([...this.ranges.map((r) => r.carrier), ...free])].sort()
    const wanted: [NumberKind, string][] = [['sscc', ''], ['bol', ''], ...carriers.map((c): [NumberKind, string] => ['pro', c])]
    for (const [kind, carrier] of wanted) {
      if ((left.get(`${kind} ${carrier}`) ?? 0) >= block[kind] / 2) continue
      const row = this.lease(kind, carrier, device)
      if (row) told.push(leaseOf(row))
    }
    return told
  }

  /** Takes back what a device did not use of a lease; undefined where the lease is none of its own. */
  giveBack(device: string, id: string, next: number): OrgLease | undefined {
    const row = this.rows.find((r) => r.id === id && r.device === device)
    if (!row) return undefined
    if (row.spent) return leaseOf(row)
    const from = Math.max(next, row.first)
    if (from <= row.last) {
      this.rows.push({ ...row, id: this.newId(), device: '', first: from })
      row.last = from - 1
    }
    row.spent = true
    return leaseOf(row)
  }

  /** What was given back first, then new numbers. */
  private lease(kind: NumberKind, carrier: string, device: string): Row | undefined {
    const free = this.rows.find((r) => r.device === '' && r.kind === kind && r.carrier === carrier)
    const source = kind === 'pro' ? this.ranges.find((r) => r.carrier === carrier && r.next <= r.last) : this.counters[kind]
    const from = free ? { ...free, next: free.first } : source
    if (!from) return undefined
    const { prefix, digits, rule, next: first } = from
    const row: Row = {
      id: this.newId(),
      kind,
      carrier,
      prefix,
      digits,
      rule,
      first,
      last: Math.min(from.last, first + block[kind] - 1),
      device,
      spent: false,
    }
    if (!free && source) source.next = row.last + 1
    else if (free && row.last === free.last) this.rows = this.rows.filter((r) => r !== free)
    else if (free) free.first = row.last + 1
    this.rows.push(row)
    return row
  }

  private newId(): string {
    return `01LEASE${String(++this.made).padStart(19, '0')}`
  }
}

function leaseOf({ device: _, spent: __, ...lease }: Row): OrgLease {
  return { ...lease }
}
