import type { PageName } from '@sync/gen/pages'
import type { Status } from '@/kit/status/statuses'

export interface Bucket {
  page: PageName
  status: Status
  /** How many rows one page of it has. */
  size: number
}

/** The order buckets, in the order in which work goes through them. Open orders are not shipments yet; they have a screen of their own. */
export const buckets: Bucket[] = [
  { page: 'BucketSaved', status: 'S', size: 15 },
  { page: 'BucketRateRoute', status: 'Q', size: 25 },
  { page: 'BucketDeferred', status: 'H', size: 15 },
  { page: 'BucketSchedule', status: 'T', size: 15 },
  { page: 'BucketConfirmed', status: 'M', size: 15 },
  { page: 'BucketInTransit', status: 'A', size: 15 },
  { page: 'BucketDelivered', status: 'D', size: 15 },
]

export const bucketOf = (status: Status) => buckets.find((b) => b.status === status)
