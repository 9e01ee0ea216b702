import { Trans, useLingui } from '@lingui/react/macro'
import type { PackingTruckPlan, TruckBox } from '@sync/gen/api'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import css from './Truck.module.css'

interface DrawingProps {
  p: PackingTruckPlan
  chosen: string | undefined
  faulty: ReadonlySet<string>
  onChoose: (id: string) => void
  /** A pallet was drawn onto another; undefined where nothing may be moved. */
  onDraw: ((id: string, other: string) => void) | undefined
}

/** The trailer from above and from the left side, nose at the left, doors at the right. The list beside it says the same in words and takes the keys. */
export function TruckDrawing({ p, chosen, faulty, onChoose, onDraw }: DrawingProps) {
  const { t } = useLingui()
  const [held, setHeld] = useState<string>()
  const { Length, Width, Height } = p.Measures
  const pallets = new Map(p.Pallets.map((q) => [q.PalletId, q]))
  const down = (id: string) => (e: PointerEvent<SVGGElement>) => {
    e.currentTarget.releasePointerCapture(e.pointerId) // a finger would keep all that follows
    onChoose(id)
    setHeld(id)
  }
  const up = (id: string) => () => {
    if (held && held !== id) onDraw?.(held, id)
    setHeld(undefined)
  }
  const box = (b: TruckBox, y: number, deep: number, live: boolean) => {
    const q = pallets.get(b.PalletId)
    const stop = q?.Stop ?? 0
    return (
      <g
        key={b.PalletId}
        className={css.box}
        data-chosen={chosen === b.PalletId || undefined}
        data-faulty={faulty.has(b.PalletId) || undefined}
        data-held={held === b.PalletId || undefined}
        style={{ '--stop': `${Math.min(60, 8 + 9 * stop)}%` } as CSSProperties /* our own variable */}
        {...(live && { onPointerDown: down(b.PalletId), onPointerUp: up(b.PalletId) })}
      >
        <rect x={b.X} y={y} width={b.Length} height={deep} rx={2} />
        <text x={b.X + b.Length / 2} y={y + deep / 2} dominantBaseline="central" textAnchor="middle">
          {stop}
        </text>
      </g>
    )
  }
  return (
    <div className={css.drawings}>
      <figure>
        <svg
          viewBox={`-4 -4 ${Math.max(Length, p.Load.Used) + 8} ${Width + 8}`}
          role="img"
          aria-label={t`Trailer from above, nose left`}
          onPointerLeave={() => setHeld(undefined)}
        >
          <rect className={css.floor} x={0} y={0} width={Length} height={Width} />
          {p.Load.Boxes.map((b) => box(b, b.Y, b.Width, onDraw !== undefined))}
        </svg>
        <figcaption>
          <Trans>From above. The number is the stop.</Trans>
        </figcaption>
      </figure>
      <figure>
        <svg
          viewBox={`-4 -4 ${Math.max(Length, p.Load.Used) + 8} ${Height + 8}`}
          role="img"
          aria-label={t`Trailer from the left side, nose left`}
        >
          <rect className={css.floor} x={0} y={0} width={Length} height={Height} />
          {[...p.Load.Boxes].sort((a, b) => b.Y - a.Y).map((b) => box(b, Height - b.Z - b.Height, b.Height, false))}
        </svg>
        <figcaption>
          <Trans>From the left side</Trans>
        </figcaption>
      </figure>
    </div>
  )
}
