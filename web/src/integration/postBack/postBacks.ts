import { msg } from '@lingui/core/macro'
import type { IntegrationPostBack, IntegrationPostBackReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, choices } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'

/** What another system can be told of, in the order in which it happens. */
export const events: Record<IntegrationPostBack['Events'][number], Words> = {
  tendered: msg`Tendered to a carrier`,
  confirmed: msg`Confirmed by the carrier`,
  signed: msg`Bill of lading signed`,
  departed: msg`Departed`,
  delivered: msg`Delivered`,
  changed: msg`Papers, dates or price changed`,
  exception: msg`Exception`,
  voided: msg`Voided or archived`,
}

/** Systems that are told of shipments as it happens. */
export const postBacks = (text: (w: Words) => string) =>
  resource<IntegrationPostBack, IntegrationPostBackReq>({
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
      { key: 'Paused', label: msg`Status`, value: (p) => text(p.Paused ? msg`Paused` : msg`On`), phone: true, width: 100 },
    ],
    filters: ['WarehouseId'],
    empty: msg`No system is told of shipments yet.`,
    fresh: { Events: ['confirmed', 'departed', 'delivered', 'exception', 'voided'] },
    form: defineForm<IntegrationPostBackReq, IntegrationPostBack>('Integration/SavePostBack', {
      title: msg`Post-back`,
      intro: msg`Each message is signed by the Standard Webhooks specification with the key of this post-back, and sent again until it is taken, for two days. What is given up stands under Logs.`,
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
