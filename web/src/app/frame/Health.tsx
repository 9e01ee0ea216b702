import { useEffect, useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'

interface Warning {
  code: string
  params?: Record<string, unknown>
}

const askEvery = 5 * 60_000

/** What an administrator should know of the keeping of the data: no replica, a full disk. Silent where the server cannot be asked. */
export function Health({ className }: { className?: string }) {
  const { known } = useRefusal()
  const [warnings, setWarnings] = useState<Warning[]>([])
  useEffect(() => {
    let gone = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      theRemote()
        .call('Org/Health', {})
        .then((answer) => {
          if (!gone) setWarnings((answer as { warnings: Warning[] | null }).warnings ?? []) // the call's own answer
        })
        .catch(() => {}) // the next one tells
    }
    ask()
    const timer = setInterval(ask, askEvery)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [])
  return warnings.map((w) => {
    const text = known(w.code, w.params)
    // The server's words may come after its answer: until then there is nothing to say.
    return (
      text && (
        <div key={w.code} className={className} data-hue="attention" role="status">
          {text}
        </div>
      )
    )
  })
}
