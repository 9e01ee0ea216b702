import { later } from '@/kit/later/later'

/** The picture of a carrier, which a screen does not wait for. Its room is kept. */
export const CarrierPicture = later(
  () => import('./CarrierPicture').then((m) => m.CarrierPicture),
  <svg width="44" height="44" aria-hidden="true" />,
)
