import { type ComponentProps, lazy, Suspense } from 'react'
import type { Papers as AllPapers } from './papers/Papers'
import type { LabelView as AnyLabels } from './print/LabelView'
import type { PrintButton as AnyPrintButton } from './print/PrintButton'
import type { ScaleButton as AnyScaleButton } from './scale/ScaleButton'

/** The front door of the paper's area: a bill made on the device, how it is read, what a signature under it names, and how paper is printed. */
export { BillView } from './BillView'
export { add as addWeights, type Bill, type BillSignature, type Cargo, compose } from './compose'
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

const LatePrintButton = lazy(() => import('./print/PrintButton').then((m) => ({ default: m.PrintButton })))

/** Prints a paper of a shipment. */
export function PrintButton(props: ComponentProps<typeof AnyPrintButton>) {
  return (
    <Suspense fallback={null}>
      <LatePrintButton {...props} />
    </Suspense>
  )
}

const LateLabels = lazy(() => import('./print/LabelView').then((m) => ({ default: m.LabelView })))

/** A shipment's labels as the printer will draw them. */
export function Labels(props: ComponentProps<typeof AnyLabels>) {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <LateLabels {...props} />
    </Suspense>
  )
}

const LateScaleButton = lazy(() => import('./scale/ScaleButton').then((m) => ({ default: m.ScaleButton })))

/** Takes a weight off the scale of a warehouse, where it has one. */
export function ScaleButton(props: ComponentProps<typeof AnyScaleButton>) {
  return (
    <Suspense fallback={null}>
      <LateScaleButton {...props} />
    </Suspense>
  )
}
