import type { OrgLease as Lease } from './gen/api'

/** The digit behind a body of digits; empty where a carrier publishes no rule. */
function check(rule: Lease['rule'], body: string): string {
  if (rule === '') return ''
  if (!/^\d+$/.test(body)) throw new Error(`no digits: ${body}`)
  const digits = [...body].map(Number)
  if (rule === 'mod7') return String(digits.reduce((rest, d) => (rest * 10 + d) % 7, 0))
  const sum = digits.reverse().reduce((all, d, i) => {
    if (i % 2 === 1) return all + d
    return all + (rule === 'gs1' ? d * 3 : d * 2 > 9 ? d * 2 - 9 : d * 2)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Sets a serial of a lease. The server reads it by the same rule (server/org/serial.go); both are held to sync/testdata/lease-numbers.json. */
export function numberOf({ prefix, digits, rule }: Pick<Lease, 'prefix' | 'digits' | 'rule'>, serial: number): string {
  const body = prefix + String(serial).padStart(digits, '0')
  if (body.length !== prefix.length + digits) throw new Error(`serial ${serial} has more than ${digits} digits`)
  return body + check(rule, body)
}
