import { type KeyboardEvent as Key, useEffect, useRef } from 'react'
import { burst, type Scan } from './burst'

export type ScanSource = 'wedge' | 'camera' | 'detector'
/** `poor` tells of a scanner that could be set up better. */
export type OnScan = (text: string, source: ScanSource, poor?: Scan['poor']) => void

const takers: OnScan[] = []
let listening = false

/** Hands a scan to the screen on top: a dialog that scans takes precedence over the list behind it. */
export function deliver(text: string, source: ScanSource, poor?: Scan['poor']) {
  takers.at(-1)?.(text.trim(), source, poor)
}

const fields = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]'
const isField = (target: EventTarget | null) => target instanceof Element && target.closest(fields) !== null

/** Takes characters before the caret out of a field and puts others in. The native setter keeps React's idea of the field right. */
function splice(target: EventTarget | null, out: number, put = '') {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || (out === 0 && put === '')) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
  const caret = target.selectionStart // null in a field of numbers, which keeps no caret
  const end = target.selectionEnd ?? target.value.length
  const from = Math.max(0, (caret ?? end) - out)
  setter?.call(target, target.value.slice(0, from) + put + target.value.slice(end))
  if (caret !== null) target.setSelectionRange(from + put.length, from + put.length)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

/** How long after its last key a burst without Enter is judged, in ms: beside a field a hand may still be typing. */
const wait = { field: 150, idle: 300 }

function listen() {
  if (listening) return
  listening = true
  const wedge = burst()
  let unfinished: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'keydown',
    (e) => {
      if (takers.length === 0 || e.repeat || e.isComposing || e.ctrlKey || e.altKey || e.metaKey) return
      const { target } = e
      // A field marked data-scan-field wants the label typed into it, by hand or by scanner.
      if (target instanceof Element && target.closest('[data-scan-field]')) return
      const field = isField(target)
      const verdict = wedge.press(e.key, e.timeStamp, field)
      clearTimeout(unfinished)
      // A slow scanner's next key is still awaited after one that was let through.
      unfinished = setTimeout(
        () => {
          const after = wedge.pause(field)
          if (after.kind === 'typing') return splice(target, 0, after.back)
          splice(target, after.leaked)
          deliver(after.text, 'wedge', after.poor)
        },
        field ? wait.field : wait.idle,
      )
      if (verdict.kind === 'typing') return splice(target, 0, verdict.back)
      e.preventDefault()
      e.stopPropagation()
      if (verdict.kind === 'held') return
      clearTimeout(unfinished)
      if (field) splice(target, verdict.leaked)
      deliver(verdict.text, 'wedge', verdict.poor)
    },
    { capture: true },
  )
}

/**
 * Takes scans from anywhere on the screen while it is shown: wedge and Bluetooth scanners type, the camera calls. Scanning never edits a focused
 * field. `below` takes what no part of the screen takes.
 */
export function useScan(onScan: OnScan, { below = false, enabled = true } = {}) {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => {
    if (!enabled) return
    listen()
    const take: OnScan = (...scan) => latest.current(...scan)
    if (below) takers.unshift(take)
    else takers.push(take)
    return () => {
      takers.splice(takers.indexOf(take), 1)
    }
  }, [enabled, below])
}

/** For a field of a form that must not be sent by the Enter behind a scan. */
export const enterSendsNothing = (e: Key) => {
  if (e.key === 'Enter') e.preventDefault()
}
