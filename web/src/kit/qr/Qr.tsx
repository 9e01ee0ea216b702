import { useLayoutEffect, useRef, useState } from 'react'
import css from './Qr.module.css'

/** A code to be read off the screen. Black on white whatever the theme, with the quiet margin that readers need. */
export function Qr({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [trouble, setTrouble] = useState(false)
  // Before anybody sees the page again: until the new code is drawn, nothing says that the one on the screen is it.
  useLayoutEffect(() => {
    let gone = false
    delete canvas.current?.dataset.text
    import('lean-qr')
      .then(({ correction, generate }) => {
        if (gone || !canvas.current) return
        // A screen is neither torn nor dirty: the smallest code is the one that is read best.
        generate(text, { minCorrectionLevel: correction.L }).toCanvas(canvas.current, { on: [0, 0, 0], off: [255, 255, 255], pad: 4 })
        canvas.current.dataset.text = text.length.toString()
      })
      .catch(() => setTrouble(true))
    return () => {
      gone = true
    }
  }, [text])
  return trouble ? <p role="alert">{label}: –</p> : <canvas ref={canvas} className={css.code} role="img" aria-label={label} />
}
