import { msg } from '@lingui/core/macro'
import type { RuleAssistant, RuleAssistantReq, RuleConfiguration, RuleConfigurationReq, RuleDraftResp, RulePromptReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { LongText, oneOf, Secret } from '@/kit/form/inputs'
import { day } from '@/kit/format/time'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { ConditionsInput } from './ConditionsInput'
import { valuesInput } from './valuesInput'
import { type Action, actionWords, conditionWords, effectWords } from './words'

/** The form of a rule. What its action names is entered by an input of the action's own, which is told of it as the form is drawn. */
function ruleForm() {
  let action: Action | undefined
  return defineForm<RuleConfigurationReq, RuleConfiguration>('RulesEngine/SaveRuleConfiguration', {
    title: msg`Rule`,
    wide: true,
    fields: {
      Name: { label: msg`Name`, hint: msg`Planners read it where the rule decides` },
      Conditions: {
        label: msg`When all of these are met`,
        input: ConditionsInput,
        hint: msg`Without a condition the rule counts for all freight.`,
        part: (path) => [msg`Condition ${Number(/\d+/.exec(path)?.[0] ?? 0) + 1}`],
      },
      Action: { label: msg`Then`, input: oneOf(actionWords), also: () => ({ Values: [] }) },
      Values: {
        label: msg`Named by the rule`,
        input: valuesInput(() => action),
        when: (all) => {
          action = all.Action
          return action !== undefined
        },
      },
      EffectiveFrom: { label: msg`Ships from`, row: 1 },
      EffectiveUntil: { label: msg`Ships until`, row: 1 },
      Active: {
        label: msg`Active`,
        when: (all) => !all.Prompt || Boolean(all.RuleId),
        hint: msg`Counts from the next rating and tender on`,
      },
    },
  })
}

/** From one day to another, either of which may be open; empty for always. */
const period = (r: RuleConfiguration, locale: string) =>
  r.EffectiveFrom || r.EffectiveUntil ? `${day(r.EffectiveFrom, locale)} – ${day(r.EffectiveUntil, locale)}` : ''

/** What an organisation lays down about its freight, in the order in which it is applied. */
export const ruleRows = (locale: string) =>
  resource<RuleConfiguration, RuleConfigurationReq>({
    title: msg`Rules`,
    list: 'RulesEngine/GetRulesTable',
    id: (r) => r.RuleId,
    called: (r) => r.Name,
    write: 'manage-rules',
    columns: [
      { key: 'Name', label: msg`Name`, phone: true, width: 200 },
      {
        key: 'Conditions',
        label: msg`When`,
        value: (r) => r.Conditions.map(conditionWords).join(' · ') || inWords(msg`All freight`),
        phone: true,
        width: 360,
      },
      { key: 'Action', label: msg`Then`, value: (r) => effectWords(r.Action, r.Values), phone: true, width: 280 },
      { key: 'EffectiveFrom', label: msg`Period`, value: (r) => period(r, locale), width: 190 },
      { key: 'Active', label: msg`Status`, value: (r) => inWords(r.Active ? msg`Active` : msg`Off`), phone: true, width: 90 },
    ],
    filters: ['Active'],
    empty: msg`No rules yet. Rates and tenders follow contracts and orders alone.`,
    fresh: { Active: true },
    form: ruleForm(),
    end: 'RulesEngine/DeleteRule',
    restore: 'RulesEngine/RestoreRule',
  })

/** A sentence that the organisation's provider turns into a draft. */
export const promptForm = defineForm<RulePromptReq, RuleDraftResp>('RulesEngine/SendPromptToAi', {
  title: msg`Draft a rule from a sentence`,
  intro: msg`Your AI provider is told the sentence and your carriers. You check the draft and save it; it is switched off until somebody activates it.`,
  fields: { Prompt: { label: msg`Sentence`, input: LongText, hint: msg`Never send hazmat to California with Old Dominion` } },
  submit: msg`Draft`,
})

/** The organisation's account with a provider. The key is never shown again. */
export const assistantForm = defineForm<RuleAssistantReq, RuleAssistant>('RulesEngine/SaveAssistant', {
  title: msg`AI provider`,
  intro: msg`A service that speaks the chat completions API. It gets the sentence, your carriers, services and modes; no shipments, customers or prices.`,
  fields: {
    Enabled: { label: msg`Draft rules from sentences` },
    Url: { label: msg`API address`, hint: msg`For example https://api.openai.com/v1` },
    Model: { label: msg`Model` },
    ApiKey: { label: msg`API key`, hint: msg`Empty keeps the key, unless the address is another`, input: Secret, secret: true },
  },
})
