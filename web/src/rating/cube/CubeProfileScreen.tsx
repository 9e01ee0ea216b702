import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RatingCubeProfile } from '@sync/gen/api'
import { openForm } from '@/kit/form/FormDialog'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { KeptButtons, useDrop } from '../Kept'
import css from '../Rating.module.css'
import { keptThere } from '../words'
import { cubeForm } from './cubeForm'

/** The rules by which light freight is rated by its room. */
export function CubeProfileScreen() {
  const { t } = useLingui()
  const got = useCall('Rating/Cubes', undefined, { staleMs: 0 })
  const { trouble, drop } = useDrop(got.remote.again)
  const edit = async (p?: RatingCubeProfile) => {
    if (await openForm(cubeForm, p ?? {})) got.remote.again()
  }
  const used = (p: RatingCubeProfile) =>
    got.data?.Uses.filter((u) => u.ProfileId === p.ProfileId).map((u) => u.Carrier || t`all others`) ?? []
  return (
    <Screen
      title={t`Cube rating profiles`}
      actions={
        <>
          <PageLink to={{ page: 'CubeRating' }}>
            <Trans>Which carrier is rated by which</Trans>
          </PageLink>
          <Button onClick={() => void edit()}>
            <Trans>Add a profile</Trans>
          </Button>
        </>
      }
    >
      <p className={css.quiet}>
        <Trans>Light, bulky LTL freight is rated at a higher weight. Contracts with their own cubic rule keep it.</Trans>
      </p>
      {trouble}
      <Pending called={got} offline={keptThere}>
        {got.data?.Profiles.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No profiles. Freight is rated by its weight, and as each contract says.</Trans>
          </p>
        ) : (
          <Table
            label={t`Cube rating profiles`}
            rows={got.data?.Profiles ?? []}
            keyOf={(p) => p.ProfileId}
            columns={[
              { head: t`Name`, name: true, cell: (p) => p.Name },
              { head: t`From, cubic feet`, number: true, cell: (p) => p.FromFeet },
              { head: t`Under, lb a cubic foot`, number: true, cell: (p) => p.Density },
              { head: t`Rated as, lb a cubic foot`, number: true, cell: (p) => p.Pounds },
              { head: t`Class`, cell: (p) => p.Class || t`the first item's` },
              { head: t`Discount`, cell: (p) => (p.Discount ? `${p.Discount} %` : t`the contract's`) },
              { head: t`Carriers`, cell: (p) => used(p).join(', ') || t`none yet` },
              {
                head: t`Actions`,
                cell: (p) => (
                  <KeptButtons
                    name={t`profile ${p.Name}`}
                    change={() => void edit(p)}
                    drop={() =>
                      void drop(
                        t`profile ${p.Name}`,
                        () => call('Rating/DeleteCubeProfile', { ProfileId: p.ProfileId }),
                        () => call('Rating/RestoreCubeProfile', { Id: p.ProfileId }),
                      )
                    }
                  />
                ),
              },
            ]}
          />
        )}
      </Pending>
    </Screen>
  )
}
