import { Trans } from '@lingui/react/macro'
import type { QuoteLane } from '@sync/gen/api'
import { Suspense, use, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import css from './Lanes.module.css'
import { Sheet } from './Sheet'

type Read = { lanes: QuoteLane[] } | { said?: string }

async function read(token: string): Promise<Read> {
  try {
    return { lanes: await ask('Quote/Lanes', { AccessID: token }) }
  } catch (err) {
    return err instanceof Refused ? { said: err.said } : {}
  }
}

interface LanesProps {
  quote: string
  token: string
  onSent: () => void
}

/** The sheet of what a carrier was asked in one go; asked for when it is opened, and again by hand where there was no connection. */
export function Lanes(props: LanesProps) {
  const [reading, setReading] = useState(() => read(props.token))
  return (
    <Suspense
      fallback={
        <p aria-busy="true">
          <Trans>Opening…</Trans>
        </p>
      }
    >
      <Opened {...props} reading={reading} again={() => setReading(read(props.token))} />
    </Suspense>
  )
}

function Opened({ reading, again, ...props }: LanesProps & { reading: Promise<Read>; again: () => void }) {
  const found = use(reading)
  if ('lanes' in found) return <Sheet asked={found.lanes} {...props} />
  return (
    <div role="alert">
      <p className={css.bad}>
        {found.said ?? <Trans>No connection. What you typed is kept on this device; try again when there is a signal.</Trans>}
      </p>
      <button type="button" onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}
