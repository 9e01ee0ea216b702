import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import css from './Columns.module.css'

export interface Bar {
  /** What it stands for: a day. */
  key: string
  label: string
  value: number
}

const height = 160
const foot = 22
const top = 18

/** A round number not below the highest bar: 1, 2 or 5 with zeros behind. */
export function ceiling(most: number): number {
  if (most <= 5) return Math.max(1, Math.ceil(most))
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((n) => n * power >= most) ?? 10) * power
}

/**
 * Bars side by side, one a day. Only the eye needs it: the same numbers stand in the table below, so it is one picture to a screen reader.
 */
export function Columns({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const locale = useLocale()
  const most = ceiling(Math.max(0, ...bars.map((b) => b.value)))
  const wide = Math.max(bars.length * (bars.length > 31 ? 14 : 52), 320)
  const step = (wide - 40) / Math.max(bars.length, 1)
  const y = (v: number) => top + (height - top - foot) * (1 - v / most)
  const every = Math.ceil(bars.length / Math.max(1, Math.floor((wide - 40) / 64)))
  return (
    <div className={css.chart}>
      <svg viewBox={`0 0 ${wide} ${height}`} role="img" aria-label={label} preserveAspectRatio="xMinYMid" style={{ minWidth: wide / 2 }}>
        {[0, most / 2, most]
          .filter((v) => Number.isInteger(v))
          .map((v) => (
            <g key={v}>
              <line className={css.line} x1={36} x2={wide} y1={y(v)} y2={y(v)} />
              <text className={css.text} x={32} y={y(v) + 4} textAnchor="end">
                {count(v, locale)}
              </text>
            </g>
          ))}
        {bars.map((b, n) => (
          <g key={b.key} className={css.bar}>
            <title>{`${b.label}: ${count(b.value, locale)}`}</title>
            <rect x={40 + n * step} y={top} width={step} height={height - top - foot} className={css.hit} />
            <rect
              x={40 + n * step + step * 0.15}
              y={y(b.value)}
              width={step * 0.7}
              height={Math.max(0, height - foot - y(b.value))}
              className={css.fill}
            />
            {n % every === 0 && (
              <text className={css.text} x={40 + n * step + step / 2} y={height - 6} textAnchor="middle">
                {b.label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
