import { useLingui } from '@lingui/react/macro'
import { Modal } from '../ui'
import { useWords } from '../words/words'
import type { FormSpec } from './defineForm'
import { FormView } from './FormView'
import { opened } from './opened'

/** Opens a form over the screen. Resolves to the answer, or undefined if it was closed: what was typed is kept as a draft. */
export function openForm<Args extends object, Answer>(
  spec: FormSpec<Args, Answer>,
  initial: Partial<Args> = {},
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    // What FormView's submit gives for this very spec.
    opened.add({ spec, initial, settle: (answer) => resolve(answer as Answer | undefined) })
  })
}

/** One form as a dialog, for a screen that keeps the opened state itself. */
export function FormDialog<Args extends object, Answer>(props: {
  spec: FormSpec<Args, Answer>
  initial?: Partial<Args>
  opened: boolean
  onClose: (answer?: Answer) => void
}) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <Modal
      opened={props.opened}
      onClose={() => props.onClose()}
      title={words(props.spec.title)}
      size={props.spec.wide ? 'xl' : 'lg'}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <FormView spec={props.spec} initial={props.initial} onDone={(answer) => props.onClose(answer)} onCancel={() => props.onClose()} />
    </Modal>
  )
}
