import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import type {
  CarrierP44Account,
  CarrierP44AccountReq,
  CarrierP44AccountResp,
  CarrierP44ConnectReq,
  CarrierP44Field,
  CarrierP44Group,
  CarrierP44GroupReq,
  CarrierP44MarkReq,
  CarrierP44Setup,
} from '@sync/gen/api'
import { CallError } from '@sync/wire'
import type { ComponentType } from 'react'
import { defineForm, type FormSpec, type InputProps } from '@/kit/form/defineForm'
import { choice, oneOf, Secret, Text } from '@/kit/form/inputs'
import { toasts } from '@/kit/toast/toast'
import type { Words } from '@/kit/words/words'

const regions: Record<CarrierP44Setup['Region'], Words> = { na: msg`North America`, eu: msg`Europe`, sandbox: msg`Sandbox` }
export const regionName = (r: CarrierP44Setup['Region']): Words => regions[r]

/** The client application that project44 is asked with. */
export const connectForm = defineForm<CarrierP44ConnectReq, CarrierP44Setup>('P44/SaveConnection', {
  title: msg`Connect project44`,
  intro: msg`Register a client application at project44. Its client ID and secret are checked there before they are saved.`,
  fields: {
    ClientId: { label: msg`Client ID`, input: Text, required: true },
    ClientSecret: {
      label: msg`Client secret`,
      input: Secret,
      secret: true,
      hint: msg`Stored encrypted and never shown again. Empty keeps the one there is.`,
    },
    Region: { label: msg`Region`, input: oneOf(regions), required: true },
  },
  submit: msg`Connect`,
  done: msg`project44 is connected.`,
})

/** A group of accounts, made at project44. */
export const groupForm = defineForm<CarrierP44GroupReq, CarrierP44Group>('Address/CreateP44AccountGroup', {
  title: msg`Account group`,
  fields: {
    code: { label: msg`Code`, input: Text, required: true, hint: msg`Letters, digits, dots, hyphens and underscores` },
    name: { label: msg`Name`, input: Text, required: true },
  },
  submit: msg`Create`,
  done: msg`Account group created.`,
})

const identifiers: Record<CarrierP44MarkReq['CapacityProviderIdentifierType'], Words> = {
  SCAC: 'SCAC',
  DOT_NUMBER: msg`DOT number`,
  MC_NUMBER: msg`MC number`,
  P44_EU: msg`project44 ID, Europe`,
  P44_GLOBAL: msg`project44 ID, worldwide`,
  SYSTEM: msg`System ID`,
  VAT: msg`VAT number`,
}

/** What project44 knows a carrier by. */
export const identifierForm = defineForm<CarrierP44MarkReq, CarrierP44Account>('Shipment/UpdateP44CarrierMetatag', {
  title: msg`Carrier at project44`,
  fields: {
    CapacityProviderIdentifierType: { label: msg`Known by`, input: oneOf(identifiers), required: true, row: 1 },
    CapacityProviderIdentifierValue: { label: msg`Identifier`, input: Text, required: true, row: 1 },
  },
})

const fieldNames: Record<string, Words> = {
  username1: msg`User name`,
  credential1: msg`Credential 1`,
  credential2: msg`Credential 2`,
  credential3: msg`Credential 3`,
  accountNumber1: msg`Account number 1`,
  accountNumber2: msg`Account number 2`,
  billToLocationId: msg`Bill-to location ID`,
  paymentTermsCode: msg`Payment terms`,
  directionCode: msg`Direction`,
  accountFlag1: msg`Account flag`,
  enableDirectionOverride: msg`Direction may be overridden`,
  enablePaymentTermsOverride: msg`Payment terms may be overridden`,
}

const choiceNames: Record<string, Words> = {
  PREPAID: msg`Prepaid`,
  COLLECT: msg`Collect`,
  THIRD_PARTY: msg`Third party`,
  SHIPPER: msg`Shipper`,
  CONSIGNEE: msg`Consignee`,
  true: msg`Yes`,
  false: msg`No`,
}

const inputOf = (f: CarrierP44Field): ComponentType<InputProps<string>> => {
  if (f.Kind === 'secret') return Secret
  if (f.Kind === 'text') return Text
  return choice((f.Kind === 'flag' ? ['true', 'false'] : f.Choices).map((value) => ({ value, label: choiceNames[value] ?? value })))
}

type Typed = Record<string, string>

/** A carrier's account at project44, with the fields that project44 asks for this carrier. */
export function accountForm(
  a: CarrierP44Account,
  groups: readonly CarrierP44Group[],
  warning: (err: unknown) => string,
): FormSpec<Typed, CarrierP44AccountResp> {
  const stands = a.Rev > 0
  const fields: FormSpec<Typed>['fields'] = stands
    ? {}
    : {
        GroupCode: {
          label: msg`Account group`,
          input: choice(groups.map((g) => ({ value: g.code, label: g.name }))),
          required: true,
          row: 1,
        },
        Code: { label: msg`Code`, input: Text, hint: msg`The SCAC if empty`, row: 1 },
      }
  for (const f of a.Fields)
    fields[f.Name] = {
      label: f.Label || (fieldNames[f.Name] ?? f.Name),
      input: inputOf(f),
      required: f.Required && !(f.Kind === 'secret' && f.HasValue),
      ...(f.Kind === 'secret'
        ? { secret: true, hint: f.HasValue ? msg`Empty keeps the one there is` : msg`Stored encrypted and never shown again` }
        : {}),
    }
  return {
    op: 'P44/Capacityprovideraccount',
    title: msg`${a.Carrier} at project44`,
    fields,
    subject: () => `${a.AccountId} ${a.Rev}`,
    submit: stands ? msg`Save` : msg`Add`,
    done: stands ? msg`Carrier updated successfully` : msg`Carrier configured successfully`,
    run: async (typed, key) => {
      const given = typed as Typed // this form's own values
      const request: CarrierP44AccountReq = {
        operationtype: stands ? 'update' : 'add',
        AccountId: a.AccountId,
        GroupCode: stands ? a.GroupCode : (given.GroupCode ?? ''),
        Code: stands ? a.Code : (given.Code ?? ''),
        Rev: a.Rev,
        Fields: a.Fields.map((f) => ({ Name: f.Name, Value: given[f.Name] ?? '' })),
      }
      try {
        return await call('P44/Capacityprovideraccount', request, { key })
      } catch (err) {
        // What project44 does not take is a warning: the form stays open with what was typed.
        if (err instanceof CallError && err.code === 'said-provider-warning-400') toasts.warn(warning(err), { of: a.Carrier })
        throw err
      }
    },
  }
}

/** What an account's form begins with. */
export const typedOf = (a: CarrierP44Account, groups: readonly CarrierP44Group[]): Typed => ({
  ...(a.Rev > 0 ? {} : { GroupCode: groups[0]?.code ?? '', Code: '' }),
  ...Object.fromEntries(a.Fields.map((f) => [f.Name, f.Value])),
})
