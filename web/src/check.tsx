// The page that the QR code on a paper leads to. It is a small app of its own: a stranger's phone fetches nothing of the rest.
import { startCheck } from './document/authentic/start'

void startCheck(document.getElementById('root'))
