import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { hrefOf } from '@/kit/page/PageLink'
import { useSession } from '@/kit/remote/user'
import { Button } from '@/kit/ui'
import { ShipmentRatings } from '@/rating/public'

/** What the shipment was rated at, each time. They stay on the server and come when they are looked at; the dock sees no money. */
export function Ratings({ shipment }: { shipment: string }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!session || hrefOf({ page: 'ReviewRates' }, session.pages) === undefined) return null
  return (
    <Part title={msg`Ratings`}>
      {open ? (
        <ShipmentRatings shipment={shipment} />
      ) : (
        <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
          <Trans>Show the ratings and their prices</Trans>
        </Button>
      )}
    </Part>
  )
}
