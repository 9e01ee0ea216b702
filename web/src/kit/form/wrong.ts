import type { Words } from '../words/words'
import type { FormState } from './useForm'

/** Something of a form that needs another look: a field, or a part of one by its path below it. */
export interface Wrong {
  name: string
  path: string
  label: readonly Words[]
  said: string
}

/** All that is wrong, each part by itself: two cells of one table of lines are two. */
export function wrongOf<Args extends object>({ shown, errors, below }: Pick<FormState<Args>, 'shown' | 'errors' | 'below'>): Wrong[] {
  return shown.flatMap(({ name, field }) => {
    const parts = Object.entries(below[name] ?? {})
    const own = errors[name]
    return [
      // A field whose parts are wrong repeats the first of them as its own.
      ...(own && !parts.some(([, said]) => said === own) ? [{ name, path: '', label: [field.label], said: own }] : []),
      ...parts.map(([path, said]) => ({ name, path, label: field.part?.(path) ?? [field.label], said })),
    ]
  })
}

/** Those that stand beside each other in one thing and are wrong in the same way: an empty address is one line, not five. */
export function alike(wrong: readonly Wrong[]): Wrong[][] {
  const groups: Wrong[][] = []
  for (const w of wrong) {
    const same = groups.find(([f]) => f && f.said === w.said && f.name === w.name && f.label.length > 1 && outer(f.path) === outer(w.path))
    if (same) same.push(w)
    else groups.push([w])
  }
  return groups
}

const last = /[.[][^.[]*$/
const outer = (path: string) => path.replace(last, '')

/** Where on the page a part stands: at its own input, or at that of the nearest thing around it that has one. */
export function placeOf(id: string, path: string): HTMLElement | null {
  for (let at = path; at; at = outer(at)) {
    const found = document.getElementById(id + at)
    if (found) return found
  }
  return document.getElementById(id)
}
