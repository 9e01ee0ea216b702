import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Refused } from '@/kit/guest/ask'

/** What a form of a small page was refused for: as a whole, and by field. What was typed stays. */
export function useAsked() {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const run = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    setTrouble('')
    setWrong({})
    try {
      return await ask()
    } catch (err) {
      if (err instanceof Refused && err.fields.length > 0) {
        setWrong(Object.fromEntries(err.fields.map((f) => [f.field, f.message])))
        setTrouble(t`Check the marked fields. What you typed is still here.`)
      } else setTrouble(err instanceof Refused ? err.said : t`No connection. Nothing was sent; what you typed is still here.`)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, trouble, wrong, run }
}
