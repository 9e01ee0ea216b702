import '../call'
import '../client'
import { everyPart } from '../part'

// Where invented time passes, a busy machine's minutes of fetching would be its own.
await everyPart()
