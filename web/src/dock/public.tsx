export { answerStray } from './scan/stray'
