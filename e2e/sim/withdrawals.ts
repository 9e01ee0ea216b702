import { seeded } from '@sync/testing/world'
import type { SimClock } from './clock'
import type { Caller } from './server'
import type { Tablet } from './tablet'
import type { Page } from './truth'

interface Around {
  clock: SimClock
  admin: Caller
  say(what: string): void
  /** How often it happens where it can. */
  often: number
  /** Whether nothing goes wrong any more. */
  over(): boolean
}

const sites = ['ATL', 'DAL']

/**
 * Access to a warehouse that is withdrawn between two pages of what changed: the first is on the device already, and waits for its last one to be shown; that one says
 * that its rows are not this person's any more. From a stream of its own.
 */
export function withdrawalsOf(seed: number, { clock, admin, say, often, over }: Around) {
  const random = seeded(seed * 373587883)
  const fewer = new Set<string>()
  const manage = (UserID: string, Warehouses: string[]) =>
    clock.underway.during(
      admin.try('LogIn/UserManagement', { actions: 3, UserID, Warehouses }).then(
        (r) => r.status < 300,
        () => false, // the server is away
      ),
      'an administrator',
    )

  const look = async (res: Response, tablet: Tablet): Promise<void> => {
    const { more, loading, put } = (await res.clone().json()) as Page
    if (!more || (loading ?? []).length > 0) return
    const user = tablet.work?.person.id
    const at = sites.filter((site) => Object.values(put).some((rows) => rows.some((r) => r.scopes.some((s) => s.includes(`wh:${site}`)))))
    if (!user || user === 'U-OFFICE' || at.length === 0 || random() > often) return
    const lost = at[Math.floor(random() * at.length)]
    const left = random() < 0.5 ? [] : sites.filter((s) => s !== lost)
    if (!(await manage(user, left))) return
    fewer.add(user)
    say(`${user} loses ${lost} between two pages of ${tablet.name}`)
  }

  return {
    /** Of an answer on its way to a device, before anything else has it. Undefined where there is nothing to wait for. */
    between: (path: string, res: Response, tablet: Tablet): Promise<void> | undefined =>
      path.endsWith('/sync/pull') && res.status === 200 && often > 0 && !over() ? look(res, tablet) : undefined,
    /** Some time later it is given back, to a device that perhaps has not heard of it. */
    step: async (): Promise<void> => {
      if (fewer.size === 0 || random() > 0.2) return
      const [user = ''] = fewer
      if (!(await manage(user, random() < 0.5 ? ['ATL'] : sites))) return
      fewer.delete(user)
      say(`${user} has all back`)
    },
  }
}
