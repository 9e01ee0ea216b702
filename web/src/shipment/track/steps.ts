import { transitSteps } from '@/kit/words/transitSteps'
import type { Words } from '@/kit/words/words'

/** What happens to containers and rail cars. A step that this version does not know is told by its own name. */
export const steps: Record<string, Words> = transitSteps
