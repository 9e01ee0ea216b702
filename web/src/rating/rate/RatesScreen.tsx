import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'

export const foundThere = msg`No connection. Rates come from the server.`

/** The frame of all pages of rates, with the ways to what prices come from. */
export function RatesScreen({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Screen
      title={title}
      actions={
        <>
          {actions}
          <PageLink to={{ page: 'ReviewRates', search: { view: 'quotes' } }} otherwise={null}>
            <Trans>Spot quotes</Trans>
          </PageLink>
          <PageLink to={{ page: 'ContractDetails' }} otherwise={null}>
            <Trans>Contracts</Trans>
          </PageLink>
        </>
      }
    >
      {children}
    </Screen>
  )
}
