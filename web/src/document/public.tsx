/** The front door of the paper's area: a bill made on the device, how it is read, what a signature under it names, and how paper is printed. */
export { BillView } from './BillView'
export { add as addWeights, type Bill, type Cargo, compose } from './compose'
export { billDigest } from './digest'
export { Papers } from './papers/Papers'
export { PrintButton } from './print/PrintButton'
