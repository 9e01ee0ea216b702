import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { setUnits } from '@/kit/format/units'

/** What the organization has chosen for all its screens: the colors, the units. Where it is suspended, every screen says why. */
export function OrgNotice({ className }: { className?: string }) {
  const setup = useLiveQuery(() => local().org_setup.get('setup'))
  const brand = setup?.brand
  useEffect(() => {
    setUnits(setup?.units ?? 'us')
    const root = document.documentElement.style
    for (const [name, colour] of [
      ['--brand', brand?.primary],
      ['--brand-second', brand?.secondary],
    ] as const)
      if (colour) root.setProperty(name, colour)
      else root.removeProperty(name)
  }, [setup?.units, brand?.primary, brand?.secondary])
  if (!setup?.suspendedAt) return null
  return (
    <div className={className} data-hue="attention" role="status">
      <Trans>
        Your organization is suspended: {setup.suspendedWhy} You can read. What you do on this device is kept, and sent when the suspension
        ends.
      </Trans>
    </div>
  )
}
