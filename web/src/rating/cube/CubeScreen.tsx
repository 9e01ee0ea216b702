import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Table } from '@/kit/table/Table'
import { Select } from '@/kit/ui'
import { useCarriers } from '../CarrierChoice'
import css from '../Rating.module.css'
import { keptThere } from '../words'
import { TryCube } from './TryCube'

/** By which profile each carrier is rated, and what the profiles make of some goods. */
export function CubeScreen() {
  const { t } = useLingui()
  const { trouble, work } = useWork()
  const got = useCall('Rating/Cubes', undefined, { staleMs: 0 })
  const carriers = useCarriers()
  const profiles = got.data?.Profiles ?? []
  const of = (carrier: string) => got.data?.Uses.find((u) => u.Carrier === carrier)?.ProfileId ?? null
  const others = profiles.find((p) => p.ProfileId === of(''))
  const put = async (carrier: string, profile: string | null) => {
    await work(() => call('Rating/SaveCubeUse', { Carrier: carrier, ProfileId: profile ?? '' }))
    got.remote.again()
  }
  const rows = [{ value: '', label: t`Every other carrier` }, ...(carriers ?? [])]
  return (
    <Screen
      title={t`Cube rating`}
      actions={
        <PageLink to={{ page: 'CubeRatingProfile' }}>
          <Trans>Profiles</Trans>
        </PageLink>
      }
    >
      {trouble}
      <Pending called={got} offline={keptThere}>
        {profiles.length === 0 ? (
          <p className={css.quiet}>
            <Trans>There are no profiles yet. Add one, then say here which carriers are rated by it.</Trans>
          </p>
        ) : (
          <>
            <TryCube key={profiles.map((p) => p.ProfileId + p.At).join()} />
            <Table
              label={t`Profiles of carriers`}
              rows={rows}
              keyOf={(r) => r.value}
              columns={[
                { head: t`Carrier`, name: true, cell: (r) => r.label },
                {
                  head: t`Profile`,
                  cell: (r) => (
                    <Select
                      aria-label={t`Profile of ${r.label}`}
                      clearable
                      placeholder={r.value && others ? t`as every other: ${others.Name}` : t`none`}
                      data={profiles.map((p) => ({ value: p.ProfileId, label: p.Name }))}
                      value={of(r.value)}
                      onChange={(v) => void put(r.value, v)}
                      clearButtonProps={{ 'aria-label': t`No profile for ${r.label}` }}
                    />
                  ),
                },
              ]}
            />
          </>
        )}
      </Pending>
    </Screen>
  )
}
