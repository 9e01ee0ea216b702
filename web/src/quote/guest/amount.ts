/** Why a typed amount is none. */
export type NotMoney = 'negative' | 'other-currency' | 'unreadable' | 'too-large'

/** A million dollars: more is a slip of the finger. */
const mostMinor = 100_000_000

const signs: Record<string, string> = { $: 'USD', US$: 'USD', CA$: 'CAD', C$: 'CAD', MX$: 'MXN', '€': 'EUR', '£': 'GBP' }

/**
 * Reads an amount as people type it: 1200, 1,200.50, 1 200,50, $1200. Where a point or comma has one or two digits behind it, these are the cents;
 * anything else between digits groups thousands. Empty is nothing.
 */
export function readAmount(text: string, currency: string): number | NotMoney {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '')
  if (bare === '') return 0
  const named =
    /[A-Za-z]{3}/.exec(bare)?.[0]?.toUpperCase() ??
    Object.entries(signs)
      .reverse()
      .find(([sign]) => bare.includes(sign))?.[1]
  // A bare dollar sign is whatever dollar, or peso, is asked for.
  const bareDollar = /^[-+]?\$[\d.,]+$|^[\d.,]+\$$/.test(bare)
  if (named && !bareDollar && named !== currency) return 'other-currency'
  const digits = bare.replace(/[A-Za-z$€£]/g, '')
  if (/^[-\u2212(]/.test(digits)) return 'negative'
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!whole || !/^\d+$|^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(whole)) return 'unreadable'
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0') || 0)
  return minor > mostMinor ? 'too-large' : minor
}
