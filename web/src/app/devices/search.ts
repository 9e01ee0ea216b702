export interface DevicesSearch {
  /** The work that waits for a person instead of the devices. */
  work?: boolean
}

export const devicesSearch = (raw: Record<string, unknown>): DevicesSearch => (raw.work === true ? { work: true } : {})
