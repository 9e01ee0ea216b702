// What a link in a mail leads to. It is a small app of its own with one page for each kind of link: a stranger's phone fetches nothing of the rest.
import type { ComponentType } from 'react'
import { startGuest } from '@/kit/guest/start'

const pages: Record<string, { area: string; load: () => Promise<ComponentType> }> = {
  '/carrierconfirmation': {
    area: 'shipment',
    load: () => import('./shipment/guest/CarrierConfirmation').then((m) => m.CarrierConfirmation),
  },
}

const page = pages[location.pathname.toLowerCase().replace(/\/$/, '')]
if (page) void page.load().then((Page) => startGuest(document.getElementById('root'), page.area, <Page />))
