import { useSyncExternalStore } from 'react'
import { later } from '../later/later'
import { opened } from './opened'

const FormDialog = later(() => import('./FormDialog').then((m) => m.FormDialog))

/** Where forms opened with openForm appear; the shell has one. */
export function FormHost() {
  const shown = useSyncExternalStore(opened.watch, opened.now)
  return shown.map((o) => <FormDialog key={o.key} spec={o.spec} initial={o.initial} opened onClose={o.settle} />)
}
