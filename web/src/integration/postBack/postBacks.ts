import { msg } from '@lingui/core/macro'
import type { IntegrationPostBackReq, IntegrationPostBackShown } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, choices } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'

/** What another system can be told of, in the order in which it happens. */
export const events: Record<IntegrationPostBackReq['Events'][number], Words> = {
  tendered: msg`Tendered to a carrier`,
  confirmed: msg`Confirmed by the carrier`,
  rejected: msg`Rejected by every carrier`,
  requoted: msg`Tender taken back`,
  signed: msg`Bill of lading signed`,
  departed: msg`Departed`,
  delivered: msg`Delivered`,
  changed: msg`Papers, dates or price changed`,
  exception: msg`Exception`,
  resumed: msg`Exception over`,
  voided: msg`Voided or archived`,
}

const stateOf = (p: IntegrationPostBackShown): Words => {
  if (p.GoneAt) return msg`Paused: the receiver wants no more`
  if (p.Paused) return msg`Paused`
  return p.Keyed ? msg`On` : msg`Waits for a key`
}

/** Systems that are told of shipments as it happens. */
export const postBacks = (text: (w: Words) => string) =>
  resource<IntegrationPostBackShown, IntegrationPostBackReq>({
    title: msg`Post-backs`,
    list: 'Integration/PostBacks',
    id: (p) => p.PostBackId,
    called: (p) => p.Name,
    write: 'manage-integration',
    columns: [
      { key: 'Name', label: msg`Name`, phone: true, width: 180 },
      { key: 'Url', label: msg`Address`, as: 'identifier', phone: true, width: 320 },
      { key: 'Events', label: msg`Told of`, value: (p) => p.Events.map((e) => text(events[e])).join(', '), width: 360 },
      { key: 'WarehouseId', label: msg`Warehouse`, value: (p) => p.WarehouseId ?? text(msg`All`), width: 120 },
      { key: 'Paused', label: msg`Status`, value: (p) => text(stateOf(p)), phone: true, width: 200 },
      { key: 'FormerUntil', label: msg`Former key until`, as: 'dateTime', width: 160 },
    ],
    filters: ['WarehouseId'],
    empty: msg`No system is told of shipments yet.`,
    fresh: { Events: ['confirmed', 'departed', 'delivered', 'exception', 'resumed', 'voided'] },
    form: defineForm<IntegrationPostBackReq, IntegrationPostBackShown>('Integration/SavePostBack', {
      title: msg`Post-back`,
      intro: msg`Each message is signed by the Standard Webhooks specification with the key of this post-back, and sent again until it is taken, for two days. What is given up stands under Logs. Nothing is sent before you make a key and give it to the other system.`,
      fields: {
        Name: { label: msg`Name` },
        Url: { label: msg`Address`, hint: msg`Begins with https://` },
        Events: {
          label: msg`Told of`,
          input: choices((Object.keys(events) as (keyof typeof events)[]).map((value) => ({ value, label: events[value] }))), // Object.keys forgets the keys' type
        },
        WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), hint: msg`All warehouses, where you name none.` },
        Paused: { label: msg`Paused`, hint: msg`What happens meanwhile is not told later.` },
      },
    }),
    end: 'Integration/EndPostBack',
    restore: 'Integration/RestorePostBack',
  })
