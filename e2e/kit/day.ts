/** The nth Monday, Thursday … of a month; counted from its end where n is negative. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const days = Array.from({ length: 31 }, (_, i) => new Date(Date.UTC(year, month, i + 1)))
    .filter((d) => d.getUTCMonth() === month && d.getUTCDay() === weekday)
    .map((d) => d.getUTCDate())
  return days.at(n < 0 ? n : n - 1) ?? 0
}

/** The federal holidays of the United States as they fall, with the days next to one at a weekend, when they are kept then. */
function kept(d: Date): boolean {
  const [y, m, on, w] = [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCDay()]
  const fixed = (month: number, date: number) => {
    const at = new Date(Date.UTC(y, month, date)).getUTCDay()
    const moved = at === 6 ? date - 1 : at === 0 ? date + 1 : date
    return m === month && on === moved
  }
  const moving: [number, number, number][] = [
    [0, 1, 3],
    [1, 1, 3],
    [4, 1, -1],
    [8, 1, 1],
    [9, 1, 2],
    [10, 4, 4],
  ]
  return (
    [fixed(0, 1), fixed(5, 19), fixed(6, 4), fixed(10, 11), fixed(11, 25), m === 11 && on === 31 && w === 5].some(Boolean) ||
    moving.some(([month, weekday, n]) => m === month && on === nth(y, month, weekday, n))
  )
}

/** A day on which carriers run, at least so many days from today: tests work on any day of the year. */
export function pickupDay(ahead: number): string {
  const d = new Date(Date.now() + ahead * 86_400_000)
  while (d.getUTCDay() === 0 || d.getUTCDay() === 6 || kept(d)) d.setUTCDate(d.getUTCDate() + 1)
  return d.toISOString().slice(0, 10)
}
