import { createFileRoute } from '@tanstack/react-router'
import { BucketScreen } from '../bucket/BucketScreen'

export const Route = createFileRoute('/_signedIn/Bucket/Enroute')({ component: () => <BucketScreen status="A" /> })
