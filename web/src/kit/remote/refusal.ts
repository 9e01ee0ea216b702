import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { heads } from '@sync/gen/heads'
import { CallError, type FieldError, type NoContact } from '@sync/wire'
import { useMemo, useSyncExternalStore } from 'react'
import { isUnfetched } from '../later/unfetched'
import { toasts } from '../toast/toast'
import type { Words } from '../words/words'
import { refusalWords } from './refusalWords'
import type { Trouble } from './remote'

const noContact: Record<NoContact['reason'], Words> = {
  network: msg`No connection. Nothing was sent; what you typed is kept.`,
  timeout: msg`The server did not answer in time. What you typed is kept; try again.`,
  'not-ours': msg`This Wi-Fi wants its own sign-in page. Open any web page, sign in to it, and try again.`,
}
const byStatus: Record<number, Words> = {
  401: msg`Please sign in again. What you typed is kept.`,
  403: msg`You do not have permission to do this.`,
  404: msg`This is no longer there.`,
  429: msg`Too many tries. Wait a moment.`,
}
/** Where the catalogue speaks to a program, and a person reads it. */
const toAPerson: Record<string, Words> = {
  'idempotency-key-reused': msg`The server already has your first version. Check it before you send this again.`,
}
const unfetched: Words = msg`A part of the app could not be fetched. There is no connection, or this Wi-Fi wants its own sign-in page: open any web page to see.`
const fallback: Words = msg`Something went wrong.`

/** Says why something was refused, in the reader's language: never a code alone. */
export function useRefusal() {
  const { i18n } = useLingui()
  const known = useSyncExternalStore(refusalWords.watch, refusalWords.get)
  return useMemo(() => {
    // By another name, or the extractor would look for a message in it: these are the server's.
    const say = i18n._.bind(i18n)
    const words = (w: Words) => (typeof w === 'string' ? w : i18n._(w))
    const ofCode = (code: string | undefined, params: Record<string, unknown> = {}) => {
      if (code && toAPerson[code]) return words(toAPerson[code])
      const text = code ? known[code] : undefined
      return text ? say({ id: `refusal.${code}`, message: text, values: params }) : undefined
    }
    const field = (e: FieldError) => ofCode(e.code, e.params) ?? e.message
    const orNot = (code: string, params: Record<string, unknown>) => ofCode(code, params) ?? words(fallback)
    const fields = (errors: readonly FieldError[]) => [...new Set(errors.map(field))].join(' ')
    const whole = (err: unknown) => {
      if (err instanceof CallError)
        return fields(err.errors) || (ofCode(err.code, err.params) ?? (err.detail || words(byStatus[err.status] ?? fallback)))
      if (err instanceof Error && err.name === 'NoContact') return words(noContact[(err as NoContact).reason] ?? fallback)
      if (isUnfetched(err)) return words(unfetched)
      return words(fallback)
    }
    const head = (err: unknown) => (err instanceof CallError ? ofCode(err.head, err.params) : undefined)
    return {
      field,
      whole,
      /** The message that is prescribed for the call, which stands above the reason. */
      head,
      /** The same of work that was refused later. */
      headOf: (t: Pick<Trouble, 'op' | 'args' | 'params'>) => ofCode(heads[`${t.op} ${t.args.Flag}`] ?? heads[t.op], t.params),
      /** Tells in a toast that something was refused, and why. */
      tell: (err: unknown) => {
        const above = head(err)
        toasts.bad(above ?? whole(err), above ? { why: whole(err) } : {})
      },
      /** Of work that was refused later: by each field that breaks a rule, or as a whole. */
      later: (t: Pick<Trouble, 'code' | 'params' | 'errors'>) => fields(t.errors) || orNot(t.code, t.params),
      /** The catalogue's words for a code; none before the catalogue has come, or where it has none. */
      known: ofCode,
      ofCode: orNot,
    }
  }, [i18n, known])
}
