import { useId } from 'react'
import { useRefusal } from '../remote/refusal'
import css from './TakeFile.module.css'

/** A button that takes one spreadsheet and hands it on. What is refused as a whole is told in a toast. `main` is for the page whose purpose it is. */
export function TakeFile({ label, take, main = false }: { label: string; take: (file: File) => Promise<void>; main?: boolean }) {
  const id = useId()
  const refusal = useRefusal()
  return (
    <span className={css.take} data-main={main || undefined}>
      <input
        id={id}
        type="file"
        accept=".csv,.xlsx,.xlsm,.txt"
        onChange={(e) => {
          const input = e.currentTarget
          const file = input.files?.[0]
          if (!file) return
          void take(file)
            .catch((err) => refusal.tell(err))
            .finally(() => {
              input.value = ''
            })
        }}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
