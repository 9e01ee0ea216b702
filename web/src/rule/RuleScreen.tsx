import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RuleConfiguration } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Button, Modal } from '@/kit/ui'
import { assistantForm, promptForm, ruleRows } from './rules'
import { TryRule } from './TryRule'

/** Page 204: the organisation's rules in their order, what each would have met, and drafts from a sentence where a provider is connected. */
export function RuleScreen() {
  const { t } = useLingui()
  const locale = useLocale()
  const connects = useCan('manage-integration')
  const looks = useCan('see-loads')
  const assistant = useCall('RulesEngine/Assistant', undefined)
  const [tried, setTried] = useState<RuleConfiguration>()
  const of = useMemo(() => ruleRows(locale), [locale])
  const actions = useMemo(
    () => [
      ...(looks ? [{ label: msg`Try on latest loads`, run: setTried }] : []),
      {
        label: msg`Activate`,
        when: (r: RuleConfiguration) => !r.Active,
        run: (r: RuleConfiguration) => call('RulesEngine/ActivateRule', { RuleId: r.RuleId, Active: true, Rev: r.Rev }),
      },
      {
        label: msg`Switch off`,
        when: (r: RuleConfiguration) => r.Active,
        run: (r: RuleConfiguration) => call('RulesEngine/ActivateRule', { RuleId: r.RuleId, Active: false, Rev: r.Rev }),
      },
      { label: msg`Move up`, run: (r: RuleConfiguration) => call('RulesEngine/MoveRule', { RuleId: r.RuleId, Up: true }) },
      { label: msg`Move down`, run: (r: RuleConfiguration) => call('RulesEngine/MoveRule', { RuleId: r.RuleId, Up: false }) },
    ],
    [looks],
  )
  const draft = async () => {
    const made = await openForm(promptForm, {})
    if (!made) return
    const spec = { ...of.form, subject: () => made.Rule.Prompt ?? '', ...(made.Note && { intro: made.Note }) }
    await openForm(spec, made.Rule)
  }
  return (
    <>
      <ResourceScreen of={of} actions={actions}>
        {assistant.data?.Enabled && (
          <Button variant="default" onClick={() => void draft()}>
            <Trans>Draft from a sentence</Trans>
          </Button>
        )}
        {connects && assistant.data && (
          <Button
            variant="default"
            onClick={() => {
              const { Url, Model, Enabled, Rev } = assistant.data ?? {}
              void openForm(assistantForm, {
                ...(Url !== undefined && { Url }),
                ...(Model !== undefined && { Model }),
                Enabled: Enabled ?? false,
                Rev: Rev ?? 0,
              })
            }}
          >
            <Trans>AI provider</Trans>
          </Button>
        )}
      </ResourceScreen>
      <Modal
        opened={tried !== undefined}
        onClose={() => setTried(undefined)}
        size="xl"
        title={t`Rule ${tried?.Name ?? ''} on your latest loads`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {tried && <TryRule rule={tried} />}
      </Modal>
    </>
  )
}
