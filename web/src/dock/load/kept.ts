import { useState } from 'react'

const keyOf = (name: string) => `lading.dock.${name}`

/** What is being typed at the dock, kept in this tab at every key: a call, a lock or a battery swap loses nothing. */
export function useKept<T>(name: string, start: T): [T, (to: T) => void, () => void] {
  const key = keyOf(name)
  const [state, setState] = useState<{ key: string; value: T }>(() => ({ key, value: read(key) ?? start }))
  const now = state.key === key ? state.value : (read<T>(key) ?? start)
  return [
    now,
    (value) => {
      sessionStorage.setItem(key, JSON.stringify(value))
      setState({ key, value })
    },
    () => {
      sessionStorage.removeItem(key)
      setState({ key, value: start })
    },
  ]
}

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T) // our own writing
  } catch {
    return undefined
  }
}
