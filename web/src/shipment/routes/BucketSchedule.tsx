import { createFileRoute } from '@tanstack/react-router'
import { BucketScreen } from '../bucket/BucketScreen'

export const Route = createFileRoute('/_signedIn/Bucket/Schedule')({ component: () => <BucketScreen status="T" /> })
