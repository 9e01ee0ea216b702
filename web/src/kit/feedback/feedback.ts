import { part } from '@sync/part'
import type { Signal } from './signal'

const shakes: Record<Signal, number[]> = { good: [40], bad: [120, 60, 200], repeat: [20, 40, 20] }
const key = 'lading.sound'
const theTones = part(() => import('./tones'))

export const sound = {
  on: () => localStorage.getItem(key) !== 'off',
  set: (on: boolean) => localStorage.setItem(key, on ? 'on' : 'off'),
}

/** A screen that will sound says so before its first answer: the loudspeaker takes a slow tablet long. */
export function ready() {
  if (sound.on()) theTones().then((m) => m.open(), silent)
}

/** Shakes the device where it can, and sounds a tone. */
export function feedback(signal: Signal) {
  navigator.vibrate?.(shakes[signal])
  if (sound.on()) theTones().then((m) => m.play(signal), silent)
}

const silent = () => {} // where the tones cannot be had
