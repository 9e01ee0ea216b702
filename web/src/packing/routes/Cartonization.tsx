import { createFileRoute } from '@tanstack/react-router'
import { CartonScreen } from '../settings/CartonScreen'

export const Route = createFileRoute('/_signedIn/Cartonization')({ component: CartonScreen })
