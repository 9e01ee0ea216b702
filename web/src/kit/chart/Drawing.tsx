import { useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type KeyboardEvent, useState } from 'react'
import css from './Chart.module.css'
import { type ChartProps, ceiling, every, type Mark } from './scale'

/** Before the browser has laid anything out. */
const usual = 640
const height = 200
const pad = { left: 44, right: 8, top: 14, bottom: 26 }
// A bar's line, right of its name or below it; a finger needs the taller one.
const tightRow = 24
const barRow = (wide: number) => (wide >= 560 ? tightRow : 36)
const nameWidth = 200
const mostLetters = 28

type Drawn = Omit<ChartProps, 'write'> & { write: (value: number) => string }

/** The picture itself. A mark is told about below when it is pointed at or reached by the keyboard; the arrows go along the marks as one stop of the Tab key. */
export function Drawing(props: Drawn) {
  const { t } = useLingui()
  const { marks, pick, picked, write, title, kind } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const wide = width || usual
  const told = marks[at ?? -1] ?? marks.find((m) => m.key === picked)
  const say = (m: Mark) => `${m.label}: ${m.value === undefined ? t`None` : write(m.value)}${m.note ? ` (${m.note})` : ''}`
  const stop = marks.findIndex((m) => m.key === picked)
  const along = (e: KeyboardEvent<SVGGElement>, n: number) => {
    const to = { ArrowRight: n + 1, ArrowDown: n + 1, ArrowLeft: n - 1, ArrowUp: n - 1, Home: 0, End: marks.length - 1 }[e.key]
    const key = marks[n]?.key
    if ((e.key === 'Enter' || e.key === ' ') && key !== undefined) pick?.(key)
    else if (to === undefined) return
    else e.currentTarget.parentElement?.querySelectorAll<SVGGElement>('[data-mark]')[Math.min(Math.max(to, 0), marks.length - 1)]?.focus()
    e.preventDefault()
  }
  /** What makes a mark something that can be pointed at, reached and opened. */
  const hold = (m: Mark, n: number) => ({
    'data-mark': true,
    className: css.mark,
    'data-picked': m.key === picked || undefined,
    onMouseEnter: () => setAt(n),
    onMouseLeave: () => setAt(undefined),
    ...(pick && {
      role: 'button',
      'aria-label': say(m),
      'aria-pressed': m.key === picked,
      tabIndex: n === Math.max(stop, 0) ? 0 : -1,
      onFocus: () => setAt(n),
      onBlur: () => setAt(undefined),
      onClick: () => pick(m.key),
      onKeyDown: (e: KeyboardEvent<SVGGElement>) => along(e, n),
    }),
  })
  const Kind = kind === 'bars' ? Bars : Upright
  const tall = kind === 'bars' ? marks.length * barRow(wide) : height
  return (
    <div ref={ref} className={css.drawing}>
      <svg width={wide} height={tall} viewBox={`0 0 ${wide} ${tall}`} role={pick ? 'group' : 'img'} aria-label={title}>
        <Kind {...props} wide={wide} hold={hold} />
      </svg>
      <p className={`${css.told} no-print`} aria-hidden="true">
        {told ? say(told) : ' '}
      </p>
    </div>
  )
}

interface Part extends Drawn {
  wide: number
  hold: (m: Mark, n: number) => object
}

const top = (marks: readonly Mark[], most: number | undefined) => most ?? ceiling(Math.max(0, ...marks.map((m) => m.value ?? 0)))

/** Columns or a line over days and weeks. */
function Upright({ marks, kind, write, most, wide, hold }: Part) {
  const x = scaleBand({ domain: marks.map((m) => m.key), range: [pad.left, wide - pad.right], padding: 0.25 })
  const y = scaleLinear({ domain: [0, top(marks, most)], range: [height - pad.bottom, pad.top] })
  const step = every(marks.length, wide - pad.left)
  const middle = (m: Mark) => (x(m.key) ?? 0) + x.bandwidth() / 2
  const label = new Map(marks.map((m) => [m.key, m.label]))
  const measured = marks.filter((m) => m.value !== undefined)
  const ticks = y.ticks(4).filter((n) => most !== undefined || Number.isInteger(n))
  return (
    <>
      {ticks.map((n) => (
        <line key={n} className={css.line} x1={pad.left} x2={wide - pad.right} y1={y(n)} y2={y(n)} />
      ))}
      <AxisLeft
        scale={y}
        left={pad.left}
        tickValues={ticks}
        tickFormat={(n) => write(Number(n))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ className: css.text, textAnchor: 'end', dx: '-0.2em', dy: '0.3em' }}
      />
      {kind === 'line' && <LinePath data={measured} x={middle} y={(m) => y(m.value ?? 0)} className={css.path} />}
      {marks.map((m, n) => (
        <g key={m.key} {...hold(m, n)}>
          <rect className={css.hit} x={middle(m) - x.step() / 2} width={x.step()} y={pad.top} height={height - pad.top - pad.bottom} />
          {m.value !== undefined &&
            (kind === 'line' ? (
              <circle className={css.fill} cx={middle(m)} cy={y(m.value)} r={4} />
            ) : (
              <rect
                className={css.fill}
                x={x(m.key)}
                width={x.bandwidth()}
                y={y(m.value)}
                height={Math.max(0, height - pad.bottom - y(m.value))}
              />
            ))}
        </g>
      ))}
      <AxisBottom
        scale={x}
        top={height - pad.bottom}
        tickValues={marks.filter((_, n) => n % step === 0).map((m) => m.key)}
        tickFormat={(key) => label.get(key) ?? ''}
        axisLineClassName={css.line}
        hideTicks
        tickLabelProps={{ className: css.text, textAnchor: 'middle' }}
      />
    </>
  )
}

/** Bars under each other. Where there is room each stands right of its name, otherwise below it: names are long, and a phone is narrow. */
function Bars({ marks, write, most, wide, hold }: Part) {
  const row = barRow(wide)
  const from = row === tightRow ? nameWidth : 0
  const below = row === tightRow ? 0 : 14
  const x = scaleLinear({ domain: [0, top(marks, most)], range: [0, Math.max(40, wide - from - 110)] })
  return marks.map((m, n) => {
    const y = n * row
    const long = m.value === undefined ? 0 : x(m.value)
    return (
      <g key={m.key} {...hold(m, n)}>
        <rect className={css.hit} x={0} width={wide} y={y} height={row} />
        <text className={css.name} x={0} y={y + (below ? 12 : 16)}>
          {from && m.label.length > mostLetters ? `${m.label.slice(0, mostLetters)}…` : m.label}
        </text>
        <rect className={css.fill} x={from} width={long} y={y + below + 5} height={12} />
        <text className={css.text} x={from + long + 6} y={y + below + 15}>
          {m.value === undefined ? '—' : write(m.value)} {m.note && `(${m.note})`}
        </text>
      </g>
    )
  })
}
