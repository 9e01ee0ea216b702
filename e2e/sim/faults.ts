import { sleep } from '@sync/env'
import type { SimClock } from './clock'
import type { Fault } from './tablet'

/** What a link does to a device's requests until it is healed: it loses, doubles, delays, cuts and replaces. */
export function linkOf(clock: SimClock, random: () => number) {
  const link = { healthy: false }
  const pick = (n: number) => Math.floor(random() * n)
  const fault: Fault = async (_path, _init, next) => {
    if (link.healthy) return next()
    const fate = random()
    if (fate < 0.08) throw new TypeError('lost on the way there')
    if (fate < 0.17) {
      await next()
      throw new TypeError('lost on the way back')
    }
    if (fate < 0.21) await next()
    else if (fate < 0.25) await sleep(clock, random() * 40_000)
    else if (fate < 0.29) {
      const res = await next()
      await sleep(clock, random() * 40_000)
      return res
    } else if (fate < 0.31) return new Response('<html>Welcome to the guest network', { headers: { 'Content-Type': 'text/html' } })
    else if (fate < 0.33)
      return new Response('{"code":"full"}', { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '3' } })
    else if (fate < 0.36) {
      const res = await next()
      const body = await res.arrayBuffer()
      return new Response(body.byteLength > 1 ? body.slice(0, pick(body.byteLength)) : null, { status: res.status, headers: res.headers })
    } else if (fate < 0.37) return new Promise(() => {})
    return next()
  }
  return Object.assign(link, { fault })
}
