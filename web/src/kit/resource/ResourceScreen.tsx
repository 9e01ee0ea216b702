import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import type { ListSpec } from '../list/defineList'
import { ListScreen } from '../list/ListScreen'
import { useCan } from '../remote/can'
import { useCall } from '../remote/useCall'
import { TakeRows } from '../rowfile/TakeRows'
import { Button } from '../ui'
import type { Resource } from './resource'
import { useRowActs } from './useRowActs'

/** A resource as a page: its list, with a form to add and to change, and deleting with a way back. */
export function ResourceScreen<R extends Q, Q extends object>({
  of,
  actions,
  bulk,
  children,
}: {
  of: Resource<R, Q>
  /** What else may be done with a row by whoever may change it. */
  actions?: ListSpec<R>['actions']
  /** What may be done with several rows. */
  bulk?: ListSpec<R>['bulk']
  children?: ReactNode
}) {
  const got = useCall(of.list, undefined)
  const acts = useRowActs(of)
  const may = useCan(of.write)
  const spec = useMemo<ListSpec<R>>(
    () => ({
      ...of,
      name: of.list,
      bulk,
      actions: may
        ? [{ label: msg`Change`, main: true, run: acts.change }, ...(actions ?? []), { label: msg`Delete`, hard: true, run: acts.drop }]
        : [],
    }),
    [of, may, acts, actions, bulk],
  )
  return (
    <ListScreen spec={spec} rows={got.data as R[] | undefined /* what the call of this very resource lists */} remote={got.remote}>
      {may && (
        <Button onClick={() => void acts.add()}>
          <Trans>Add</Trans>
        </Button>
      )}
      {may && of.rows && <TakeRows of={of.rows} done={got.remote.again} />}
      {children}
    </ListScreen>
  )
}
