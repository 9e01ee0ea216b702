import { parts } from '../parts'

// Where invented time passes, a busy machine's minutes of fetching would be its own.
await Promise.all(Object.values(parts).map((part) => part()))
