import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { CarrierP44Account } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { useAct } from '@/kit/remote/useAct'
import { queries, useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { inWords, useWords } from '@/kit/words/words'
import css from './Manage.module.css'
import { accountForm, connectForm, groupForm, identifierForm, regionName, typedOf } from './visibilityForms'

/** What project44 said last of an account, with its status. */
export function lastAnswer(log: string): string {
  if (!log) return ''
  const said = JSON.parse(log) as { operation: string; status: number; message: string } // the server's own, see carrier.logged
  const did = { add: msg`Add`, update: msg`Change`, delete: msg`Delete` }[said.operation]
  const got =
    said.status === 200 ? inWords(msg`Accepted`) : said.status === 0 ? inWords(msg`No answer`) : `${said.message} - ${said.status}`
  return `${did ? inWords(did) : said.operation}: ${got}`
}

/** A refusal changes what is shown, too: it is the last answer. */
const again = () => void queries.invalidateQueries({ queryKey: ['P44/Setup'] })

const noOffline = msg`The connection to project44 is read from the server, and there is no connection now.`

/** Freight accounts at project44, the provider of real-time visibility: the connection, the account groups, and each carrier's account there. */
export function Visibility() {
  const { t } = useLingui()
  const words = useWords()
  const got = useCall('P44/Setup', undefined)
  const may = useCan('manage-carriers')
  const { act } = useAct()
  const refusal = useRefusal()
  const at = got.data
  const spec = useMemo<ListSpec<CarrierP44Account>>(() => {
    const groups = at?.Groups ?? []
    const ready = !!at?.Connected && groups.length > 0
    /** The fields are project44's: fetched again once they are three days old. Where they cannot be had, the form has those that there were. */
    const edit = async (a: CarrierP44Account) => {
      let now = a
      if (!a.IsLoaded)
        await act(async () => {
          now = await call('P44/Capacityprovidermetadata', { operationmode: 'getbytype', AccountId: a.AccountId })
        })
      await openForm(accountForm(now, groups, refusal.whole), typedOf(now, groups))
      again()
    }
    return {
      name: 'carrier-visibility',
      title: msg`Visibility (project44)`,
      id: (a) => a.AccountId,
      columns: [
        { key: 'Carrier', label: msg`Carrier`, as: 'identifier', width: 90, phone: true },
        { key: 'CarrierLocn', label: msg`Carrier location`, width: 140 },
        { key: 'Warehouses', label: msg`Warehouses`, width: 130, value: (a) => a.Warehouses.join(', ') || inWords(msg`All`), phone: true },
        {
          key: 'ContractId',
          label: msg`Status`,
          width: 130,
          phone: true,
          value: (a) => words(a.Rev > 0 ? msg`At project44` : msg`Not there`),
          cell: (a) => <StatusBadge hue={a.Rev > 0 ? 'good' : 'quiet'} label={a.Rev > 0 ? msg`At project44` : msg`Not there`} />,
        },
        { key: 'GroupCode', label: msg`Account group`, as: 'identifier', width: 130 },
        {
          key: 'CapacityProviderIdentifierValue',
          label: msg`Known by`,
          width: 160,
          value: (a) => `${a.CapacityProviderIdentifierType.replaceAll('_', ' ')} ${a.CapacityProviderIdentifierValue}`,
        },
        { key: 'MetaTagDate', label: msg`Fields fetched`, as: 'ago', width: 120, hidden: true },
        { key: 'CarrierResponseLog', label: msg`Last answer`, width: 260, value: (a) => lastAnswer(a.CarrierResponseLog), phone: true },
      ],
      filters: ['ContractId', 'GroupCode'],
      actions: may
        ? [
            { label: msg`Set up`, main: true, when: (a) => ready && a.Rev === 0, run: edit },
            { label: msg`Change`, main: true, when: (a) => ready && a.Rev > 0, run: edit },
            {
              label: msg`Known by`,
              when: (a) => a.Rev === 0,
              run: async (a) => {
                await openForm(identifierForm, {
                  AccountId: a.AccountId,
                  CapacityProviderIdentifierType: a.CapacityProviderIdentifierType,
                  CapacityProviderIdentifierValue: a.CapacityProviderIdentifierValue,
                })
                again()
              },
            },
            {
              label: msg`Delete at project44`,
              hard: true,
              when: (a) => a.Rev > 0,
              run: async (a) => {
                const done = await act(() =>
                  call('P44/Capacityprovideraccount', { operationtype: 'delete', AccountId: a.AccountId, GroupCode: '', Rev: a.Rev }),
                )
                if (done) toasts.good(msg`Carrier deleted successfully`, { of: a.Carrier })
                again()
              },
            },
          ]
        : [],
      empty: msg`No LTL freight accounts yet. Add them under Freight accounts; then each can be set up at project44.`,
    }
  }, [at, may, act, refusal, words])
  return (
    <div className={css.screen}>
      <section className={css.p44} aria-label={t`Connection to project44`}>
        <Pending called={got} offline={noOffline}>
          {at && (
            <>
              <StatusBadge hue={at.Connected ? 'good' : 'quiet'} label={at.Connected ? msg`Connected` : msg`Not connected`} />
              {at.Connected && (
                <span>
                  {at.ClientId} · {words(regionName(at.Region))}
                </span>
              )}
              {at.Connected && (
                <span>
                  <Trans>Account groups: {at.Groups.map((g) => g.name).join(', ') || '–'}</Trans>
                </span>
              )}
              {may && (
                <div className={css.buttons}>
                  <Button
                    variant="default"
                    onClick={() =>
                      void openForm(connectForm, { ClientId: at.ClientId, Region: at.Region || 'na', Rev: at.Rev }).then(again)
                    }
                  >
                    {at.Connected ? <Trans>Change connection</Trans> : <Trans>Connect project44</Trans>}
                  </Button>
                  {at.Connected && (
                    <Button variant="default" onClick={() => void openForm(groupForm, {}).then(again)}>
                      <Trans>Add account group</Trans>
                    </Button>
                  )}
                </div>
              )}
            </>
          )}
        </Pending>
      </section>
      <div className={css.list}>
        <ListScreen spec={spec} rows={at?.Accounts} remote={got.remote} />
      </div>
    </div>
  )
}
