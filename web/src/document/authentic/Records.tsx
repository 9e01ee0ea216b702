import { Trans } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { type ReactNode, Suspense, use, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { GuestPage, Verdict } from '@/kit/guest/GuestPage'

type Call = 'Document/Authenticity' | 'CarrierConfirmation/Check' | 'CarrierConfirmation/CheckPickup' | 'Quote/Check'
type Answer<N extends Call> = { said: 'known'; what: Ops[N]['resp'] } | { said: 'unknown' | 'no-contact' | 'too-often' }

async function answerOf<N extends Call>(call: N, req: Ops[N]['req']): Promise<Answer<N>> {
  try {
    return { said: 'known', what: await ask(call, req, 20_000) }
  } catch (err) {
    if (!(err instanceof Refused) || err.status >= 500) return { said: 'no-contact' }
    return { said: err.status === 429 ? 'too-often' : 'unknown' }
  }
}

/** What the records say of what a stranger holds: asked with nothing but what its code says, and asked again by hand where they could not be reached. */
export function Records<N extends Call>({
  title,
  call,
  req,
  known,
  unknown,
  below,
}: {
  title: ReactNode
  call: N
  req: Ops[N]['req']
  known: (what: Ops[N]['resp']) => ReactNode
  unknown: ReactNode
  /** More to do with what is known; it is not read out with the answer. */
  below?: (what: Ops[N]['resp']) => ReactNode
}) {
  const [answer, setAnswer] = useState(() => answerOf(call, req))
  const again = () => setAnswer(answerOf(call, req))
  return (
    <GuestPage>
      <h1>{title}</h1>
      <div aria-live="polite">
        <Suspense
          fallback={
            <p aria-busy>
              <Trans>Checking the records…</Trans>
            </p>
          }
        >
          <Said answer={answer} known={known} unknown={unknown} again={again} />
        </Suspense>
      </div>
      {below && (
        <Suspense>
          <Below answer={answer} below={below} />
        </Suspense>
      )}
    </GuestPage>
  )
}

function Below<N extends Call>({ answer, below }: { answer: Promise<Answer<N>>; below: (what: Ops[N]['resp']) => ReactNode }) {
  const a = use(answer)
  return a.said === 'known' && below(a.what)
}

function Said<N extends Call>(props: {
  answer: Promise<Answer<N>>
  known: (what: Ops[N]['resp']) => ReactNode
  unknown: ReactNode
  again: () => void
}) {
  const a = use(props.answer)
  if (a.said === 'known') return props.known(a.what)
  if (a.said === 'unknown') return props.unknown
  return (
    <Verdict
      verdict="waiting"
      title={a.said === 'too-often' ? <Trans>Too many requests</Trans> : <Trans>The records could not be checked</Trans>}
    >
      {a.said === 'too-often' ? (
        <Trans>Wait a moment, then ask again.</Trans>
      ) : (
        <Trans>There is no connection, or the server does not answer.</Trans>
      )}{' '}
      <button type="button" onClick={props.again}>
        <Trans>Check again</Trans>
      </button>
    </Verdict>
  )
}
