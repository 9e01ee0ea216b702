import { useEffect, useRef } from 'react'
import { burst } from './burst'

export type ScanSource = 'wedge' | 'camera' | 'detector'
export type OnScan = (text: string, source: ScanSource) => void

const takers: OnScan[] = []
let listening = false

/** Hands a scan to the screen on top: a dialog that scans takes precedence over the list behind it. */
export function deliver(text: string, source: ScanSource) {
  takers.at(-1)?.(text.trim(), source)
}

/** Takes characters before the caret out of a field and puts others in. The native setter keeps React's idea of the field right. */
function splice(target: EventTarget | null, out: number, put = '') {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || (out === 0 && put === '')) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
  const end = target.selectionEnd ?? target.value.length
  setter?.call(target, target.value.slice(0, Math.max(0, end - out)) + put + target.value.slice(end))
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

function listen() {
  if (listening) return
  listening = true
  const wedge = burst()
  let unfinished: ReturnType<typeof setTimeout>
  addEventListener(
    'keydown',
    (e) => {
      if (takers.length === 0 || e.repeat || e.isComposing || e.ctrlKey || e.altKey || e.metaKey) return
      // A field marked data-scan-field wants the label typed into it, by hand or by scanner.
      if (e.target instanceof Element && e.target.closest('[data-scan-field]')) return
      const leaked = wedge.leaked()
      const verdict = wedge.press(e.key, e.timeStamp)
      if (verdict.kind === 'typing') return
      e.preventDefault()
      e.stopPropagation()
      clearTimeout(unfinished)
      if (verdict.kind === 'scan') {
        splice(e.target, leaked)
        deliver(verdict.text, 'wedge')
      } else unfinished = setTimeout(() => splice(e.target, 0, wedge.giveBack()), 120)
    },
    { capture: true },
  )
}

/** Takes scans from anywhere on the screen while it is shown: wedge and Bluetooth scanners type, the camera calls. Scanning never edits a focused field. */
export function useScan(onScan: OnScan, enabled = true) {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => {
    if (!enabled) return
    listen()
    const take: OnScan = (text, source) => latest.current(text, source)
    takers.push(take)
    return () => {
      takers.splice(takers.indexOf(take), 1)
    }
  }, [enabled])
}
