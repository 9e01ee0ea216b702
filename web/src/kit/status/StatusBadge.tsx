import { Icon, type IconName } from '../icon/Icon'
import { useWords, type Words } from '../words/words'
import css from './StatusBadge.module.css'

/** The four hues that carry state, and quiet for what asks nothing of anybody. */
export type Hue = 'good' | 'waiting' | 'attention' | 'stopped' | 'quiet'

const shapes: Record<Hue, IconName> = { good: 'check', waiting: 'clock', attention: 'alert', stopped: 'stop', quiet: 'dot' }

/** A state as shape, word and colour; never colour alone. */
export function StatusBadge({ hue, children, label }: { hue: Hue; label?: Words; children?: string }) {
  const words = useWords()
  return (
    <span className={css.badge} data-hue={hue}>
      <Icon name={shapes[hue]} size="1em" />
      {label ? words(label) : children}
    </span>
  )
}
