// The pages that a link in a mail or a sign at a gate leads to. They are a small app of their own: a stranger's phone fetches nothing of the rest.
import type { ComponentType } from 'react'
import { startGuest } from './kit/guest/start'

/** The area whose words a page speaks, and the page; the server gives this app under each of these addresses. */
const pages: Record<string, { area: string; page: () => Promise<ComponentType> }> = {
  '/CarrierConfirmation': {
    area: 'confirmationWords',
    page: () => import('./shipment/guest/CarrierConfirmation').then((m) => m.CarrierConfirmation),
  },
  '/Tracking': { area: 'trackingWords', page: () => import('./shipment/track/TrackByNumber').then((m) => m.TrackByNumber) },
  '/TrackingShipment': { area: 'trackingWords', page: () => import('./shipment/track/TrackByLink').then((m) => m.TrackByLink) },
  '/setup': { area: 'setupWords', page: () => import('./access/setup/SetUp').then((m) => m.SetUp) },
  '/welcome': { area: 'setupWords', page: () => import('./access/setup/Welcome').then((m) => m.Welcome) },
  '/RFQAcknowledgement': {
    area: 'quoteWords',
    page: () => import('./quote/guest/Acknowledgement').then((m) => m.Acknowledgement),
  },
  '/VendorPortal': { area: 'vendorWords', page: () => import('./vendor/guest/VendorPortal').then((m) => m.VendorPortal) },
  '/InternationalBookingPortal': {
    area: 'bookingWords',
    page: () => import('./vendor/booking/InternationalBookingPortal').then((m) => m.InternationalBookingPortal),
  },
  '/OceanShippingPortal': { area: 'oceanWords', page: () => import('./vendor/ocean/OceanPortal').then((m) => m.OceanPortal) },
  '/carrierportal': { area: 'carrierGuestWords', page: () => import('./carrier/guest/CarrierPortal').then((m) => m.CarrierPortal) },
  '/GateCheckIn': { area: 'gateInWords', page: () => import('./warehouse/guest/GateCheckIn').then((m) => m.GateCheckIn) },
  '/QuoteResponse': { area: 'quoteWords', page: () => import('./quote/guest/QuoteResponse').then((m) => m.QuoteResponse) },
}

/** Whose addresses end with whom they are of: /VendorPortal/DEMO1. */
const named = ['/vendorportal', '/internationalbookingportal', '/oceanshippingportal', '/gatecheckin']

async function open(address: string) {
  const whole = address.toLowerCase().replace(/\/$/, '')
  const meant = named.find((at) => whole.startsWith(`${at}/`)) ?? whole
  const found = Object.entries(pages).find(([at]) => at.toLowerCase() === meant)?.[1]
  if (!found) throw new Error('no page of this app has this address')
  const Page = await found.page()
  await startGuest(document.getElementById('root'), found.area, <Page />)
}

void open(location.pathname)
