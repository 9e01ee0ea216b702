import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { OrgHeadersResp } from '@sync/gen/api'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { toasts } from '@/kit/toast/toast'
import { Button, Checkbox, SegmentedControl, Select, Switch, TextInput } from '@/kit/ui'
import css from './Data.module.css'
import { useFieldWords } from './fieldWords'

const onServer = msg`Headers are kept on the server, and there is no connection now.`

/** How fields are headed for a group, and which it neither sees nor corrects. */
export function HeadersPart() {
  const { t } = useLingui()
  const { act } = useAct()
  const roles = useCall('DataAdmin/GetUserRoles', undefined)
  const enabled = useCall('DataAdmin/IsDataAdminEnabled', undefined)
  const [role, setRole] = useState<string>()
  const [kind, setKind] = useState<'shipment' | 'order'>('shipment')
  const chosen = role ?? roles.data?.Roles[0]?.groupCode ?? ''
  const got = useCall('DataAdmin/GetConfigurableHeaders', { Role: chosen, Kind: kind }, { enabled: chosen !== '', staleMs: 0 })
  return (
    <Pending called={roles} offline={onServer}>
      {enabled.data && (
        <Switch
          mb="md"
          label={t`LTL fields of lines: class, NMFC, sizes, stackable`}
          description={t`For all groups`}
          checked={enabled.data.IsLtlItemEnabled}
          onChange={(e) => {
            const Enable = e.currentTarget.checked
            void act(() => call('DataAdmin/EnableLtlItem', { Enable }))
          }}
        />
      )}
      <div className={css.find}>
        <Select
          label={t`Group`}
          data={(roles.data?.Roles ?? []).map((g) => ({ value: g.groupCode, label: g.groupName }))}
          value={chosen}
          allowDeselect={false}
          onChange={(v) => v && setRole(v)}
        />
        <SegmentedControl
          aria-label={t`Kind of record`}
          value={kind}
          onChange={(v) => setKind(v === 'order' ? 'order' : 'shipment')}
          data={[
            { value: 'shipment', label: t`Shipments` },
            { value: 'order', label: t`Orders` },
          ]}
        />
      </div>
      <Pending called={got} offline={onServer}>
        {got.data && <Headers key={`${got.data.Role} ${got.data.Kind} ${got.data.Seen}`} of={got.data} again={got.remote.again} />}
      </Pending>
    </Pending>
  )
}

function Headers({ of, again }: { of: OrgHeadersResp; again: () => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const named = useFieldWords()
  const [rows, setRows] = useState(of.Headers)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const set = (field: string, to: Partial<(typeof rows)[number]>) => setRows(rows.map((h) => (h.Field === field ? { ...h, ...to } : h)))
  const save = async () => {
    setBusy(true)
    setTrouble('')
    try {
      await call('DataAdmin/SaveConfigurableHeaders', {
        Role: of.Role,
        Kind: of.Kind === 'order' ? 'order' : 'shipment',
        Seen: of.Seen,
        Headers: rows,
      })
      toasts.good(msg`Saved`)
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    again()
    setBusy(false)
  }
  return (
    <>
      <Table
        label={t`Fields`}
        rows={rows}
        keyOf={(h) => h.Field}
        columns={[
          { head: t`Group of fields`, cell: (h) => named.group(h.Field) },
          { head: t`Field`, name: true, cell: (h) => named.label(h.Field) },
          {
            head: t`Header`,
            cell: (h) => (
              <TextInput
                size="xs"
                aria-label={t`Header of ${named.group(h.Field)}, ${named.label(h.Field)}`}
                maxLength={40}
                placeholder={named.label(h.Field)}
                value={h.Label}
                onChange={(e) => set(h.Field, { Label: e.currentTarget.value })}
              />
            ),
          },
          {
            head: t`Shown`,
            cell: (h) => (
              <Checkbox
                aria-label={t`Show ${named.group(h.Field)}, ${named.label(h.Field)}`}
                checked={!h.Hidden}
                onChange={(e) => set(h.Field, { Hidden: !e.currentTarget.checked })}
              />
            ),
          },
        ]}
      />
      <Trouble>{trouble}</Trouble>
      <Button mt="md" loading={busy} onClick={() => void save()}>
        <Trans>Save headers</Trans>
      </Button>
    </>
  )
}
