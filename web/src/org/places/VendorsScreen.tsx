import { Trans } from '@lingui/react/macro'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Button } from '@/kit/ui'
import { ForwarderLinks, PortalLinks } from '@/vendor/public'
import { vendors } from './places'

export interface VendorsSearch {
  links?: true
  forwarders?: true
}

/** Page 135: vendors' addresses, the links by which they ship, and those by which forwarders tell of containers. */
export function VendorsScreen({ search, onSearch }: { search: VendorsSearch; onSearch: (search: VendorsSearch) => void }) {
  if (search.forwarders)
    return (
      <ForwarderLinks>
        <Button variant="default" onClick={() => onSearch({ links: true })}>
          <Trans>Portal links</Trans>
        </Button>
      </ForwarderLinks>
    )
  if (search.links)
    return (
      <PortalLinks>
        <Button variant="default" onClick={() => onSearch({})}>
          <Trans>Addresses</Trans>
        </Button>
        <Button variant="default" onClick={() => onSearch({ forwarders: true })}>
          <Trans>Forwarder links</Trans>
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
