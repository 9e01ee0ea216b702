import { useLingui } from '@lingui/react/macro'
import type { RoutingScenario } from '@sync/gen/api'
import type { CSSProperties } from 'react'
import css from './Map.module.css'
import { around, borderPath, project } from './project'

/** Hues of routes by their place; each has its number beside it, so that no route is known by its colour alone. */
const hues = [215, 25, 145, 285, 355, 185, 60, 320]
const hue = (n: number) => ({ '--hue': String(hues[n % hues.length]) }) as CSSProperties /* our own variable */

/** Routes as lines between the middles of postal areas, drawn here, without a map server. */
export function RouteMap({ s, from }: { s: RoutingScenario; from: { lat: number; lon: number } | undefined }) {
  const { t } = useLingui()
  const start = from && project(from.lat, from.lon)
  const routes = s.Routes.map((r) => ({ r, points: r.Stops.map((stop) => project(stop.Lat, stop.Lon)) }))
  const all = [...(start ? [start] : []), ...routes.flatMap((x) => x.points)]
  if (all.length === 0) return null
  const box = around(all)
  const unit = box.width / 900
  return (
    <svg
      className={css.map}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      role="img"
      aria-label={t`Map of the routes`}
      style={{ '--unit': unit } as CSSProperties /* our own variable */}
    >
      <path className={css.borders} d={borderPath()} />
      {routes.map(({ r, points }, n) => (
        <g key={r.RouteId} style={hue(n)} className={css.route}>
          <polyline points={[...(start ? [start] : []), ...points].map((p) => `${p.x},${p.y}`).join(' ')} />
          {points.map((p, i) => (
            <g key={r.Stops[i]?.OrderIds[0]} transform={`translate(${p.x} ${p.y}) scale(${unit})`}>
              <title>{t`Stop ${i + 1} of route ${r.RouteNumber}: ${r.Stops[i]?.Consignee.city ?? ''}`}</title>
              <circle r={11} />
              <text dy={4}>{i + 1}</text>
              {i === points.length - 1 && (
                <text className={css.name} dx={14} dy={4}>
                  {r.RouteNumber}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      {start && (
        <g transform={`translate(${start.x} ${start.y}) scale(${unit})`} className={css.start}>
          <rect x={-9} y={-9} width={18} height={18} />
          <text dx={14} dy={5}>
            {s.WHSE}
          </text>
        </g>
      )}
    </svg>
  )
}
