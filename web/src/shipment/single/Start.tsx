import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { ShipmentTemplate } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Text } from '@/kit/form/inputs'
import { Icon } from '@/kit/icon/Icon'
import { offerUndo } from '@/kit/list/undo'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useUserId } from '@/kit/remote/user'
import { Button, Menu } from '@/kit/ui'
import type { Kind } from './load'
import { entryOf, type Typed } from './singleForm'

const keepForm = (entry: () => ReturnType<typeof entryOf>) =>
  defineForm<{ Name: string }, ShipmentTemplate>('Shipment/SaveTemplate', {
    title: msg`Save as template`,
    intro: msg`Everyone in the office can start from it. Order number, references and date are left out.`,
    fields: { Name: { label: msg`Name`, input: Text, required: true, hint: msg`An existing template of this name is replaced` } },
    submit: msg`Save`,
    done: msg`Template saved.`,
    of: (typed) => typed.Name,
    toRequest: ({ Name = '' }) => ({ Name, Shipment: entry() }),
  })

export interface StartProps {
  kind: Kind
  values: Partial<Typed>
  begin: (t: ShipmentTemplate) => void
}

/** Begins from the last shipment or from a template, and keeps what is typed as one. The rows are on the device, so it works without a connection. */
export function Start({ kind, values, begin }: StartProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const me = useUserId()
  const all = useLiveQuery(() => local().shipment_template.where('kind').equals(kind).toArray(), [kind]) ?? []
  const last = all.find((s) => s.name === '' && s.owner === me)
  const named = all.filter((s) => s.name !== '').sort((a, b) => a.name.localeCompare(b.name))
  const drop = async (s: ShipmentTemplate) => {
    try {
      await submit('Shipment/DropTemplate', { Id: s.id })
      // It is everybody's, and the menu asks nothing.
      offerUndo(msg`Template ${s.name} is removed.`, () =>
        submit('Shipment/SaveTemplate', { Name: s.name, Shipment: s.entry }).catch((err) => refusal.tell(err)),
      )
    } catch (err) {
      refusal.tell(err)
    }
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="down" size="1em" />}>
          <Trans>Start from…</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {last && (
          <Menu.Item onClick={() => begin(last)}>
            <Trans>My last shipment, to {last.entry.Destination.name}</Trans>
          </Menu.Item>
        )}
        {named.map((s) => (
          <Menu.Item key={s.id} onClick={() => begin(s)}>
            {s.name}
          </Menu.Item>
        ))}
        {!last && named.length === 0 && <Menu.Label>{t`There is no template yet`}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item onClick={() => void openForm(keepForm(() => entryOf(values, kind)))}>
          <Trans>Save as template…</Trans>
        </Menu.Item>
        {named.map((s) => (
          <Menu.Item key={s.id} color="red" onClick={() => void drop(s)}>
            <Trans>Remove template {s.name}</Trans>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
