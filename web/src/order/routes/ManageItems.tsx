import { createFileRoute } from '@tanstack/react-router'
import { ItemsScreen } from '../items/ItemsScreen'

export const Route = createFileRoute('/_signedIn/ManageItems')({ component: ItemsScreen })
