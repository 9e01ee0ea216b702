import type { Signal } from './signal'

const tones: Record<Signal, { at: number; hz: number; ms: number }[]> = {
  good: [{ at: 0, hz: 1320, ms: 90 }],
  // A low double tone is told from the good one through ear protection and by people who hear high tones badly.
  bad: [
    { at: 0, hz: 220, ms: 180 },
    { at: 230, hz: 180, ms: 260 },
  ],
  repeat: [
    { at: 0, hz: 880, ms: 50 },
    { at: 80, hz: 880, ms: 50 },
  ],
}
let audio: AudioContext | undefined

/** Opens the way to the loudspeaker, which a slow tablet takes long for, as for its first tone. */
export function open() {
  if (audio || typeof AudioContext === 'undefined') return
  audio = new AudioContext()
  audio.createOscillator()
}

/** Sounds a tone. A browser that does not allow it until the first tap stays silent; nothing fails. */
export function play(signal: Signal) {
  try {
    open()
    if (!audio) return
    if (audio.state === 'suspended') void audio.resume()
    for (const tone of tones[signal]) {
      const oscillator = audio.createOscillator()
      const gain = audio.createGain()
      const start = audio.currentTime + tone.at / 1000
      const end = start + tone.ms / 1000
      oscillator.type = signal === 'bad' ? 'square' : 'sine'
      oscillator.frequency.value = tone.hz
      gain.gain.setValueAtTime(0.25, start)
      gain.gain.exponentialRampToValueAtTime(0.001, end)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(start)
      oscillator.stop(end)
    }
  } catch {
    audio = undefined
  }
}
