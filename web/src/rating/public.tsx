import { type ComponentProps, lazy, Suspense } from 'react'
import type { Candidates as AllCandidates } from './rate/Candidates'

/** The front door of rating: what each carrier costs, and why one was taken. */
const LateCandidates = lazy(() => import('./rate/Candidates').then((m) => ({ default: m.Candidates })))

export function Candidates(props: ComponentProps<typeof AllCandidates>) {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <LateCandidates {...props} />
    </Suspense>
  )
}
