import { rules } from '@/kit/rule/rule'
import type { Line } from './load'

const pounds = rules.pounds as Record<string, number> // units by name
const inches = rules.inches as Record<string, number> // as above

/** What a line weighs in all, in pounds. */
export function weightOf(line: Line): number {
  const one = (line.Weight.milli / 1000) * (pounds[line.Weight.unit] ?? 1)
  return line.WeightEach ? one * (line.Qty ?? line.Pallets ?? 1) : one
}

/** In a cubic metre. */
const cubicInches = 61_023.744094732

/** The room that a line takes, in cubic inches: what somebody states, or its pallets', or its pieces' where nothing stands on pallets. */
export function volumeOf(line: Line): number {
  if (line.CBM?.milli) return (line.CBM.milli / 1000) * cubicInches
  const side = (m: Line['Length']) => ((m?.milli ?? 0) / 1000) * (inches[m?.unit ?? ''] ?? 1)
  return side(line.Length) * side(line.Width) * side(line.Height) * (line.Pallets || line.Qty || 0)
}

export const totals = (lines: readonly Line[]) => ({
  pieces: lines.reduce((n, l) => n + (l.Qty ?? l.Pallets ?? 0), 0),
  pallets: lines.reduce((n, l) => n + (l.Pallets ?? 0), 0),
  pounds: lines.reduce((n, l) => n + weightOf(l), 0),
  feet: lines.reduce((n, l) => n + volumeOf(l), 0) / 1728,
  hazmat: lines.some((l) => l.HazmatDetails),
})
