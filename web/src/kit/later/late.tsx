import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isUnfetched } from './unfetched'

/**
 * A part whose code is fetched when it is first shown. Where it cannot be had, as without a connection on a device that has never shown it, it alone
 * says so: the screen around it goes on, what is typed there stays, and the part comes by itself.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = <div aria-busy="true" />,
): ComponentType<P> {
  let fail = (_: boolean) => {}
  const failed = new Promise<boolean>((then) => {
    fail = then
  })
  const Part = lazy(async () => {
    for (;;)
      try {
        return { default: await load() }
      } catch (err) {
        if (!isUnfetched(err)) throw err
        fail(true)
        await new Promise((r) => setTimeout(r, 2_000))
      }
  })
  function Meanwhile() {
    const [missing, setMissing] = useState(false)
    useEffect(() => void failed.then(setMissing), [])
    return missing ? (
      <p role="alert">
        <Trans>This part of the screen is not on this device yet. It comes by itself as soon as there is a connection.</Trans>
      </p>
    ) : (
      meanwhile
    )
  }
  return (props: P) => (
    <Suspense fallback={<Meanwhile />}>
      <Part {...props} />
    </Suspense>
  )
}
