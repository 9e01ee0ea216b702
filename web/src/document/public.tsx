import { late } from '@/kit/later/late'

/** The front door of the paper's area: a bill made on the device, how it is read, what a signature under it names, and how paper is printed. */
export { BillView } from './BillView'
export { add as addWeights, type Bill, type BillSignature, type Cargo, compose, responderOf } from './compose'
export { billDigest } from './digest'

/** A shipment's papers. They come later, so that who only reads a bill, as a driver's phone does, carries none of the app behind them. */
export const Papers = late(() => import('./papers/Papers').then((m) => m.Papers))

/** Prints a paper of a shipment. */
export const PrintButton = late(() => import('./print/PrintButton').then((m) => m.PrintButton), null)

/** A shipment's labels as the printer will draw them. */
export const Labels = late(() => import('./print/LabelView').then((m) => m.LabelView))

/** Takes a weight off the scale of a warehouse, where it has one. */
export const ScaleButton = late(() => import('./scale/ScaleButton').then((m) => m.ScaleButton), null)
export { pounds as poundsOf, stowed } from './stow'
