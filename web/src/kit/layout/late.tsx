import { type ComponentType, lazy, Suspense } from 'react'

/** A part whose code is fetched when it is first shown. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(() => load().then((part) => ({ default: part })))
  return (props: P) => (
    <Suspense fallback={<div aria-busy="true" />}>
      <Part {...props} />
    </Suspense>
  )
}
