import { expect, test } from 'vitest'
import { around, borderPath, project } from './project'

const miles = 3958.7613 / 1000

test('places lie as far apart on the map as on the ground', () => {
  const [atlanta, dallas] = [project(33.75, -84.39), project(32.78, -96.8)]
  const apart = Math.hypot(atlanta.x - dallas.x, atlanta.y - dallas.y) * miles
  expect(apart).toBeGreaterThan(721 * 0.97) // great circle 721 miles
  expect(apart).toBeLessThan(721 * 1.03)
})

test('north is up and east is to the right', () => {
  const [seattle, miami] = [project(47.6, -122.3), project(25.8, -80.2)]
  expect(seattle.y).toBeLessThan(miami.y)
  expect(seattle.x).toBeLessThan(miami.x)
})

test('the borders are lines on the same map', () => {
  const path = borderPath()
  expect(path).not.toContain('NaN')
  expect(path.match(/M/g)?.length).toBeGreaterThan(100)
})

test('what is shown holds every point', () => {
  const points = [project(33.75, -84.39), project(30.33, -81.66)]
  const box = around(points)
  for (const p of points) {
    expect(p.x).toBeGreaterThan(box.x)
    expect(p.x).toBeLessThan(box.x + box.width)
    expect(p.y).toBeGreaterThan(box.y)
    expect(p.y).toBeLessThan(box.y + box.height)
  }
})
