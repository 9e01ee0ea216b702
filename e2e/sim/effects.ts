import { type Effect, type Effects, effects } from '@sync/effect'

const areas = import.meta.glob<Record<string, [string, Effect][]>>('../../web/src/*/effects.ts', { eager: true })

/** What the product's own screens show before the server has answered. */
export const appEffects: Effects = effects(...Object.values(areas).flatMap((area) => Object.values(area)))
