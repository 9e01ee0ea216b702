import { Trans } from '@lingui/react/macro'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Button } from '@/kit/ui'
import { PortalLinks } from '@/vendor/public'
import { vendors } from './places'

export interface VendorsSearch {
  links?: true
}

/** Page 135: vendors' addresses, and the links by which they ship. */
export function VendorsScreen({ search, onSearch }: { search: VendorsSearch; onSearch: (search: VendorsSearch) => void }) {
  if (search.links)
    return (
      <PortalLinks>
        <Button variant="default" onClick={() => onSearch({})}>
          <Trans>Addresses</Trans>
        </Button>
      </PortalLinks>
    )
  return (
    <ResourceScreen of={vendors}>
      <Button variant="default" onClick={() => onSearch({ links: true })}>
        <Trans>Portal links</Trans>
      </Button>
    </ResourceScreen>
  )
}
