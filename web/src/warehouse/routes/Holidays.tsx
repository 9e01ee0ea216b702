import { createFileRoute } from '@tanstack/react-router'
import { HolidaysScreen } from '../holidays/HolidaysScreen'

export const Route = createFileRoute('/_signedIn/Holidays')({ component: HolidaysScreen })
