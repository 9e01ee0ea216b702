import { type ComponentProps, lazy, Suspense } from 'react'
import type { Papers as AllPapers } from './papers/Papers'

/** The front door of the paper's area: a bill made on the device, how it is read, and what a signature under it names. */
export { BillView } from './BillView'
export { add as addWeights, type Bill, type Cargo, compose } from './compose'
export { billDigest } from './digest'

const LatePapers = lazy(() => import('./papers/Papers').then((m) => ({ default: m.Papers })))

/** A shipment's papers. They come later, so that who only reads a bill, as a driver's phone does, carries none of the app behind them. */
export function Papers(props: ComponentProps<typeof AllPapers>) {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <LatePapers {...props} />
    </Suspense>
  )
}
