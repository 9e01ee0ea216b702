import { giveUp, inUse, running } from './idb'

/**
 * Ends what is under way in this tab's databases and closes them for good, for a page that the browser keeps aside to show it again on the way back. WebKit
 * stops such a page in the middle of a transaction, which then holds its tables for as long as the page is kept: the app in its place would wait for them in
 * vain. What is ended so was not confirmed to anybody, as when a tab is closed.
 */
export function letGo(): void {
  for (const tx of running)
    try {
      tx.abort()
    } catch {
      // it has just ended by itself
    }
  for (const db of inUse) giveUp(db)
}

const leave = (e: PageTransitionEvent) => {
  if (e.persisted) letGo()
}
const comeBack = (e: PageTransitionEvent) => {
  if (e.persisted) location.reload()
}

/** Lets go of the stores while the browser keeps this page aside, and begins anew where it shows it again. For all of the page's life. */
export function letGoAside(): void {
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
}
