/** One figure of a chart. */
export interface Mark {
  key: string
  label: string
  /** Undefined where there is nothing to measure: a gap, not a zero. */
  value: number | undefined
  /** How the figure is explained: "38 of 40". */
  note?: string
}

/** A round number not below the highest figure: 1, 2, 2.5 or 5 with zeros behind, of which 2.5 has enough to be whole. */
export function ceiling(most: number): number {
  if (most <= 5) return Math.max(1, Math.ceil(most))
  const power = 10 ** Math.floor(Math.log10(most))
  return ((power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]).find((n) => n * power >= most) ?? 10) * power
}

/** The highest and the lowest of the figures that there are; the first of several alike. */
export function ends(marks: readonly Mark[]): { high: Mark; low: Mark } | undefined {
  let high: Mark | undefined
  let low: Mark | undefined
  for (const m of marks) {
    if (m.value === undefined) continue
    if (!high || m.value > (high.value ?? 0)) high = m
    if (!low || m.value < (low.value ?? 0)) low = m
  }
  return high && low && { high, low }
}

/** Every how many labels one is shown, so that none covers another. */
export const every = (marks: number, width: number, label = 84) => Math.max(1, Math.ceil(marks / Math.max(1, Math.floor(width / label))))
