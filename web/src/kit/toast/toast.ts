import type { ReactNode } from 'react'
import type { Words } from '../words/words'

export type ToastKind = 'good' | 'info' | 'warning' | 'bad'

export interface Toast {
  id: number
  kind: ToastKind
  text: Words
  /** Why, and the way on: below the message that heads it. */
  why?: Words
  /** What it is about, where the text is the same for all: a number, a name. */
  of?: string
  /** What can be done about it: a button, a link. */
  action?: { label: Words; run: () => void }
  more?: ReactNode
  at: number
}

/** How long a toast stays; an error stays until it is closed, or newer ones need its room. */
const stay: Record<ToastKind, number> = { good: 2500, info: 2500, warning: 8000, bad: Number.POSITIVE_INFINITY }
const kept = 50
const most = 5 // at a time

/** Where the tab keeps what was told, over a reload. */
export const toldKey = 'lading.toasts'

let shown: Toast[] = []
let past: Toast[] = []
let next = 1
const watchers = new Set<() => void>()
const tell = () => {
  for (const w of watchers) w()
}

function show(kind: ToastKind, text: Words, extra: Pick<Toast, 'action' | 'more' | 'of' | 'why'> & { stay?: number } = {}) {
  const { stay: ms = stay[kind], ...rest } = extra
  const toast: Toast = { id: next++, kind, text, at: Date.now(), ...rest }
  shown = [...shown, toast]
  // What has told its news gives way first, then the oldest error, which is under the bell; never what only now came.
  const gone = shown.length > most ? (shown.find((t) => t.kind !== 'bad' && t !== toast) ?? shown[0]) : undefined
  if (gone) shown = shown.filter((t) => t !== gone)
  past = [toast, ...past].slice(0, kept)
  tell()
  if (Number.isFinite(ms)) setTimeout(() => toasts.close(toast.id), ms)
  return toast.id
}

/** Short news at the top right. What was missed is under the bell. Being offline is never one of them. */
export const toasts = {
  good: (text: Words, extra?: Parameters<typeof show>[2]) => show('good', text, extra),
  info: (text: Words, extra?: Parameters<typeof show>[2]) => show('info', text, extra),
  warn: (text: Words, extra?: Parameters<typeof show>[2]) => show('warning', text, extra),
  bad: (text: Words, extra?: Parameters<typeof show>[2]) => show('bad', text, extra),
  close(id: number) {
    shown = shown.filter((t) => t.id !== id)
    tell()
  },
  /** Who signs out leaves nothing behind on a device that others use. */
  forget() {
    shown = []
    past = []
    sessionStorage.removeItem(toldKey)
    tell()
  },
  shown: () => shown,
  past: () => past,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
