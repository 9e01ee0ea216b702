import { local } from '@sync/client'
import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Status } from '@/kit/status/statuses'
import { buckets } from './buckets'

const all = (status: Status) => local().shipment.where('[status+shipOn]').between([status, Dexie.minKey], [status, Dexie.maxKey])

/** A bucket's shipments by day of shipping. Undefined while they load. */
export const useBucket = (status: Status) => useLiveQuery(() => all(status).toArray(), [status])

const counted: Status[] = ['O', ...buckets.map((b) => b.status), 'X']

/** How many stand in each bucket, put back to open and in exception, from the index alone. */
export const useCounts = () =>
  useLiveQuery(async () => new Map(await Promise.all(counted.map(async (status) => [status, await all(status).count()] as const))))

/** How many orders are open, from the index alone. */
export const useOrderCount = () =>
  useLiveQuery(() => local().order_open.where('[state+shipOn+id]').between(['open', Dexie.minKey], ['open', Dexie.maxKey]).count())
