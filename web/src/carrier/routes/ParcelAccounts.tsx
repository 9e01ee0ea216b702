import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { parcelAccounts } from '../manage/parcelAccounts'

export const Route = createFileRoute('/_signedIn/ParcelAccounts')({ component: () => <ResourceScreen of={parcelAccounts} /> })
