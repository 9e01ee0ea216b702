import { PrecacheController } from 'workbox-precaching'

/** So many of its files are fetched beside each other. A browser has six lines to a server at most: two of them are left to the person who signs in meanwhile. */
const lanes = 4

/**
 * The app's files, kept for the time without a network. Workbox fetches them one after another: on a yard's network, where each takes a tenth of a second to
 * ask for, a tablet that is opened for the first time would have to stay in reach for most of a minute.
 */
export class Shell extends PrecacheController {
  override install(event: ExtendableEvent) {
    const left = [...this.getURLsToCacheKeys()].values()
    const fetching = Promise.all(Array.from({ length: lanes }, () => this.lane(left, event))).then(() => ({
      updatedURLs: [],
      notUpdatedURLs: [],
    }))
    event.waitUntil(fetching)
    return fetching
  }

  /** Fetches what is left, until nothing is, or until one of them could not be had: then none of it is used, and the browser asks again later. */
  private async lane(left: IterableIterator<[string, string]>, event: ExtendableEvent) {
    for (const [url, cacheKey] of left) {
      // A name without a hash in it may be another file by now: the browser's own copy is not asked.
      const request = new Request(url, { cache: cacheKey === url ? 'default' : 'reload', credentials: 'same-origin' })
      try {
        await Promise.all(this.strategy.handleAll({ params: { cacheKey }, request, event }))
      } catch (err) {
        while (!left.next().done); // the other lanes end as well
        throw err
      }
    }
  }
}
