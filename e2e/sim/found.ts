/** Found by the simulation: something that may not be, whatever happened before. */
export class Found extends Error {
  override readonly name = 'Found'
}
