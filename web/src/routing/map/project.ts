import { borders } from './states'

export interface Point {
  x: number
  y: number
}

const rad = Math.PI / 180
// Albers' equal-area conic projection with the parallels that are usual for the contiguous United States, 29.5° and 45.5°, about 96° W 37.5° N.
const [first, second, middle, zero] = [29.5 * rad, 45.5 * rad, -96 * rad, 37.5 * rad]
const n = (Math.sin(first) + Math.sin(second)) / 2
const c = Math.cos(first) ** 2 + 2 * n * Math.sin(first)
const radius = (lat: number) => Math.sqrt(c - 2 * n * Math.sin(lat)) / n
const base = radius(zero)

/** Where a place lies on the map, in thousandths of the globe's radius: to the east and to the south of the middle of the country. */
export function project(lat: number, lon: number): Point {
  const r = radius(lat * rad)
  const turn = n * (lon * rad - middle)
  return { x: 1000 * r * Math.sin(turn), y: 1000 * (r * Math.cos(turn) - base) }
}

/** The borders of the states as a path of the same map. */
export function borderPath(): string {
  return borders
    .split('|')
    .map((line) => {
      let [lon, lat] = [0, 0]
      return line
        .split(' ')
        .map((step, i) => {
          const [dx = 0, dy = 0] = step.split(',').map(Number)
          lon += dx
          lat += dy
          const p = project(lat / 100, lon / 100)
          return `${i === 0 ? 'M' : 'L'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`
        })
        .join('')
    })
    .join('')
}

/** The part of the map that holds all of some points, with a margin, at least a state wide. */
export function around(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map((p) => p.x)
  const ys = points.map((p) => p.y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(90, (right - left) * 1.2)
  const height = Math.max(56, (bottom - top) * 1.2)
  const wide = Math.max(width, height * 1.6)
  const high = wide / 1.6
  return { x: (left + right - wide) / 2, y: (top + bottom - high) / 2, width: wide, height: high }
}
