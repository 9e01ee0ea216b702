import { act } from '@testing-library/react'

let clock = 5_000

/** Keys as a wedge scanner sends them, `gap` ms apart: each goes into the focused field, and Enter sends its form, unless the page prevents it. */
export function wedge(target: HTMLElement, text: string, { gap = 8, end = 'Enter' } = {}) {
  clock += 10_000
  for (const key of [...text, ...(end ? [end] : [])]) {
    clock += gap
    const e = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(e, 'timeStamp', { value: clock })
    act(() => {
      if (!target.dispatchEvent(e) || !(target instanceof HTMLInputElement)) return
      if (key === 'Enter') target.form?.requestSubmit()
      if (key.length > 1) return
      const at = target.selectionStart ?? target.value.length
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        target,
        target.value.slice(0, at) + key + target.value.slice(target.selectionEnd ?? at),
      )
      if (target.selectionStart !== null) target.setSelectionRange(at + 1, at + 1)
      target.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}
