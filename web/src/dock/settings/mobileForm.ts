import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import { defineForm } from '@/kit/form/defineForm'
import { Count, LongText, Several, Toggle } from '@/kit/form/inputs'
import { theRemote } from '@/kit/remote/remote'

export interface MobileTyped {
  warehouse: string
  print: boolean
  mailBol: boolean
  mailTo: string[]
  showUnscanned: boolean
  lpnLoading: boolean
  weightTolerance: number
  photoPlace: boolean
  rulesEn: string
  rulesEs: string
  rulesFr: string
}

const address = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** How a warehouse wants its dock to work. One form to a person, six calls to the server. */
export const mobileForm = defineForm<MobileTyped>('DockView/SettingsSendBolViaEmail', {
  title: msg`Dock settings`,
  intro: msg`These apply to everyone on this warehouse's dock.`,
  fields: {
    lpnLoading: { label: msg`Load pallets by scanning their labels`, input: Toggle },
    showUnscanned: { label: msg`Show loads before their first scan`, input: Toggle },
    weightTolerance: {
      label: msg`Ask when a weight differs by more than, %`,
      input: Count,
      check: (n) => ((n ?? 0) > 100 ? msg`At most 100.` : undefined),
    },
    photoPlace: {
      label: msg`Photos keep where they were taken`,
      hint: msg`Off, the place is taken out of every photo before it is sent.`,
      input: Toggle,
    },
    print: { label: msg`Print the signed bill`, input: Toggle },
    mailBol: { label: msg`Mail the signed bill`, input: Toggle },
    mailTo: {
      label: msg`Recipients`,
      hint: msg`One or more addresses. You can paste a list.`,
      input: Several,
      when: (all) => all.mailBol ?? false,
      check: (to, all) =>
        all.mailBol && !to?.length
          ? msg`At least one address.`
          : to?.some((a) => !address.test(a))
            ? msg`One of these is not an e-mail address.`
            : undefined,
    },
    rulesEn: {
      label: msg`Rules for drivers, in English`,
      hint: msg`Shown to a driver who arrives: where to wait, what to wear, where the keys go.`,
      input: LongText,
    },
    rulesEs: { label: msg`Rules for drivers, in Spanish`, input: LongText },
    rulesFr: { label: msg`Rules for drivers, in French`, input: LongText },
  },
  subject: (s) => s.warehouse ?? '',
  latest: async (s) => {
    const row = await local().dock_setting.get(s.warehouse ?? '')
    return { n: row?.version ?? 0 }
  },
  run: async (request) => {
    const s = request as Partial<MobileTyped> & { warehouse: string } // this form's own values
    const at = { Warehouse: s.warehouse }
    await theRemote().submit('DockView/SettingsSendBolViaEmail', {
      ...at,
      Print: s.print ?? false,
      SendMail: s.mailBol ?? false,
      Emails: (s.mailTo ?? []).join(','),
    })
    await theRemote().submit('DockView/SettingsViewAllShipments', { ...at, ShowUnscanned: s.showUnscanned ?? false })
    await theRemote().submit('DockView/SettingsPalletPreferences', { ...at, LpnLoading: s.lpnLoading ?? false })
    await theRemote().submit('DockView/SettingsWeightTolerance', { ...at, Percent: s.weightTolerance ?? 10 })
    await theRemote().submit('DockView/SettingsPhotoPlace', { ...at, Keep: s.photoPlace ?? false })
    await theRemote().submit('DockView/SettingsSiteRules', {
      ...at,
      Rules: { en: s.rulesEn ?? '', es: s.rulesEs ?? '', fr: s.rulesFr ?? '' },
    })
    return undefined
  },
  submit: msg`Save settings`,
  done: msg`Dock settings saved.`,
})
