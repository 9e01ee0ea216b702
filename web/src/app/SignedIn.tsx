import { createFileRoute } from '@tanstack/react-router'
import { Frame } from './frame/Frame'
import { guard } from './guard'

export const Route = createFileRoute('/_signedIn')({
  beforeLoad: ({ location, matches }): void => guard(location.href, matches.at(-1)?.fullPath ?? ''),
  component: Frame,
})
