/** One figure of a chart. */
export interface Mark {
  key: string
  label: string
  /** Undefined where there is nothing to measure: a gap, not a zero. */
  value: number | undefined
  /** How the figure is explained: "38 of 40". */
  note?: string
}

export interface ChartProps {
  /** What the chart shows, in words; a screen reader has it before the figures. */
  title: string
  marks: readonly Mark[]
  /** Columns stand for days and weeks, bars for carriers and other names, a line for what changes slowly. */
  kind?: 'columns' | 'bars' | 'line'
  /** The heads of the table of the same figures. */
  heads: { label: string; value: string; note?: string }
  /** How a figure is written; a whole number without it. */
  write?: (value: number) => string
  /** The end of the scale: 100 for percentages. Otherwise the highest figure makes it. */
  most?: number
  /** Opens the list behind a mark. */
  pick?: (key: string) => void
  /** The mark whose list is open. */
  picked?: string | undefined
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
