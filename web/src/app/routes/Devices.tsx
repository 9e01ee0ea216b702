import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '../devices/DevicesScreen'
import { devicesSearch } from '../devices/search'

export const Route = createFileRoute('/_signedIn/Devices')({ validateSearch: devicesSearch, component: Screen })

function Screen() {
  return <DevicesScreen {...Route.useSearch()} />
}
