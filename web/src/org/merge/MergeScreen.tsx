import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgMergeReq, OrgPlace, OrgPlaceReq } from '@sync/gen/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { labelOf } from '@/kit/form/labels'
import { Screen } from '@/kit/layout/Screen'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { toasts } from '@/kit/toast/toast'
import { Alert, Button, Checkbox, Radio } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { oneAddress } from './alike'
import { followWords } from './followWords'
import css from './Merge.module.css'

const fields = ['Code', 'Name', 'Street', 'Street2', 'Zip', 'City', 'State', 'Country', 'Contact', 'Phone', 'Email'] as const
type Field = (typeof fields)[number]

interface Props {
  kind: 'customer' | 'location'
  /** The rows that are one party. */
  rows: OrgPlace[]
  /** The rows may have changed since they were fetched. */
  onStale: () => void
  onLeave: () => void
}

/** What is not renamed: goods of open orders that go to another address. */
const readdressed = 'open-order-addresses'

const wire = ({ At: _, By: __, ...row }: OrgPlace): OrgPlaceReq => row

/** Rows that are one party beside each other: which stays, with which values, and what follows it. Nothing changes before the button is pressed. */
export function MergeScreen({ kind, rows, onStale, onLeave }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const [keepId, setKeep] = useState(rows[0]?.PlaceId)
  const [picked, setPicked] = useState<Partial<Record<Field, string>>>({})
  const [ticked, setAddresses] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  const keep = rows.find((r) => r.PlaceId === keepId) ?? (rows[0] as OrgPlace) // there are two or more
  const addresses = ticked ?? oneAddress(rows) // goods go elsewhere only where a person says so
  const from = (f: Field) => rows.find((r) => r.PlaceId === picked[f]) ?? keep
  const request = {
    Place: { ...wire(keep), ...Object.fromEntries(fields.map((f) => [f, from(f)[f]])) },
    From: rows.filter((r) => r !== keep).map((r) => ({ PlaceId: r.PlaceId, Rev: r.Rev })),
    OpenOrders: addresses,
  } satisfies OrgMergeReq
  const preview = useCall('Org/PreviewMerge', request, { staleMs: 0 })
  const seen = preview.data
  const refused = preview.remote.refused !== undefined
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (refused) stale() // somebody has changed one of them: with the rows as they are now it is counted anew
  }, [refused])
  const lacking = seen?.Follows.filter((f) => seen.Lacking.includes(f.Needs)) ?? []
  const differs = (f: Field) => rows.some((r) => r[f] !== rows[0]?.[f])
  const merge = async () => {
    setBusy(true)
    const done = await act(() => submit('Org/MergePlaces', request))
    setBusy(false)
    if (!done) {
      onStale()
      return preview.remote.again()
    }
    toasts.good(t`Merged into ${request.Place.Code}, ${request.Place.Name}`)
    onLeave()
  }
  return (
    <Screen
      title={kind === 'customer' ? t`Merge customers` : t`Merge locations`}
      actions={
        <>
          <Button variant="default" onClick={onLeave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={busy || !seen || lacking.length > 0 || preview.remote.refused !== undefined} onClick={() => void merge()}>
            <Trans>Merge</Trans>
          </Button>
        </>
      }
    >
      <Table<Field | 'stays'>
        label={t`Rows beside each other`}
        rows={['stays', ...fields.filter((f) => rows.some((r) => r[f] !== ''))]}
        keyOf={(f) => f}
        mark={(f) => (f !== 'stays' && differs(f) ? 'chosen' : undefined)}
        columns={[
          { head: t`Field`, name: true, cell: (f) => (f === 'stays' ? t`Row that stays` : words(labelOf(f))) },
          ...rows.map((row) => ({
            head: row.Code,
            cell: (f: Field | 'stays') =>
              f === 'stays' ? (
                <Radio
                  name="stays"
                  label={t`Keep ${row.Code}`}
                  checked={row === keep}
                  onChange={() => {
                    setKeep(row.PlaceId)
                    setPicked({})
                  }}
                />
              ) : differs(f) ? (
                <Radio
                  name={f}
                  label={row[f] || t`(empty)`}
                  aria-label={`${words(labelOf(f))}: ${row[f] || t`(empty)`}, ${row.Code}`}
                  checked={row === from(f)}
                  onChange={() => setPicked({ ...picked, [f]: row.PlaceId })}
                />
              ) : (
                <span className={css.same}>{row[f]}</span>
              ),
          })),
        ]}
      />
      <Checkbox
        label={t`Open orders to any of these addresses go to the address that stays`}
        checked={addresses}
        onChange={(e) => setAddresses(e.currentTarget.checked)}
      />
      {preview.remote.refused !== undefined && (
        <Alert color="red" role="alert">
          {words(preview.remote.refused)}{' '}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onStale()
              preview.remote.again()
            }}
          >
            <Trans>Retry</Trans>
          </Button>
        </Alert>
      )}
      {lacking.length > 0 && (
        <Alert color="red" role="alert">
          <Trans>You may not change all of what follows: {lacking.map((f) => words(followWords[f.Noun])).join(', ')}.</Trans>
        </Alert>
      )}
      {seen && seen.Shared.length > 0 && (
        <Alert>
          <Trans>Another customer has this name or code, too: {seen.Shared.join(', ')}. Records that name it stay as they are.</Trans>
        </Alert>
      )}
      {!seen && preview.remote.refused === undefined && (
        <p aria-busy="true">
          {preview.remote.offline ? <Trans>Merging needs a connection.</Trans> : <Trans>Counting what follows…</Trans>}
        </p>
      )}
      {seen?.Follows.length === 0 && (
        <p>
          <Trans>No order, load or setting names them.</Trans>
        </p>
      )}
      {seen && seen.Follows.length > 0 && (
        <Table
          label={t`What follows`}
          rows={seen.Follows}
          keyOf={(f) => f.Noun}
          columns={[
            { head: t`What follows`, name: true, cell: (f) => words(followWords[f.Noun]) },
            seen.Follows.some((f) => f.Noun !== readdressed) && {
              head: t`Renamed`,
              number: true,
              cell: (f) => (f.Noun === readdressed ? '' : f.Moved),
            },
            seen.Follows.some((f) => f.Noun === readdressed) && {
              head: t`Sent elsewhere`,
              number: true,
              cell: (f) => (f.Noun === readdressed ? f.Moved : ''),
            },
            seen.Follows.some((f) => f.Ended > 0) && { head: t`Ends`, number: true, cell: (f) => f.Ended || '' },
          ]}
        />
      )}
      {seen?.Follows.some((f) => f.Ended > 0) && (
        <p className={css.quiet}>
          <Trans>One ends where the row that stays has its own of the same kind.</Trans>
        </p>
      )}
      <p className={css.quiet}>
        <Trans>Loads keep the addresses that they were built with, and signed documents keep their words.</Trans>
      </p>
    </Screen>
  )
}

/** What the screen says while its rows are not there, or are no longer two. */
export const mergeMissing = msg`These rows were merged or deleted meanwhile.`
