import { seeded } from '@sync/testing/world'
import type { SimServer } from './server'

/** Commands of devices that fail for a while, alone or with the whole transaction that they share with others, from a stream of their own. */
export function breaksOf(seed: number, server: SimServer, org: string, say: (what: string) => void) {
  const breaks = seeded(seed * 49979687)
  let broken = false
  /** Some commands of devices fail for a while, alone or with the whole transaction that they share with others; and a while later they do not. */
  const breakDown = async (to = !broken): Promise<void> => {
    if (to === broken) return
    broken = to
    const how = breaks() < 0.5 ? 'ABORT' : 'ROLLBACK'
    const which = Array.from({ length: 10 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(breaks() * 32)]).join('')
    say(to ? `${which} ${how}` : 'all well')
    await server.plant(
      org,
      to
        ? `CREATE TRIGGER breaks BEFORE INSERT ON op_log WHEN NEW.device <> '' AND NEW.op NOT LIKE 'sync/%' AND instr('${which}', substr(NEW.request, -1)) > 0 BEGIN SELECT RAISE(${how}, 'the simulation breaks it'); END`
        : 'DROP TRIGGER IF EXISTS breaks',
    )
  }

  return {
    breakDown,
    chance: (p: number) => breaks() < p,
    /** A copy was put back: all is well, whatever the copy says. */
    reset: async (): Promise<void> => {
      broken = true
      await breakDown(false)
    },
  }
}
