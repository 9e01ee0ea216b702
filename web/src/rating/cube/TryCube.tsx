import { Trans, useLingui } from '@lingui/react/macro'
import type { RatingTryCubeReq } from '@sync/gen/api'
import { useState } from 'react'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button, NumberInput } from '@/kit/ui'
import css from '../Rating.module.css'
import { useCodes } from '../useCodes'
import { keptThere } from '../words'

interface Goods {
  count: number
  length: number
  width: number
  height: number
  lb: number
}

const request = (g: Goods): RatingTryCubeReq => {
  const inches = (n: number) => ({ milli: Math.round(n * 1000), unit: 'in' })
  return {
    Items: [
      {
        description: '',
        pieces: g.count,
        packageType: 'PLT',
        pallets: g.count,
        class: '',
        weight: { milli: Math.round(g.lb * 1000), unit: 'lb' },
        length: inches(g.length),
        width: inches(g.width),
        height: inches(g.height),
      },
    ],
  }
}

/** Some goods, the room that they take, and which profile would count for them. */
export function TryCube() {
  const { t } = useLingui()
  const { say } = useCodes()
  const [typed, setTyped] = useState<Goods>({ count: 1, length: 48, width: 40, height: 48, lb: 300 })
  const [asked, setAsked] = useState(typed)
  const got = useCall('Rating/TryCube', request(asked), { staleMs: 0 })
  const number = (key: keyof Goods, label: string, max: number) => (
    <NumberInput
      label={label}
      min={1}
      max={max}
      hideControls
      required
      value={typed[key]}
      onChange={(v) => setTyped({ ...typed, [key]: Number(v) || 0 })}
    />
  )
  const r = got.data
  return (
    <>
      <form
        className={css.ask}
        aria-label={t`Try the profiles`}
        onSubmit={(e) => {
          e.preventDefault()
          setAsked(typed)
        }}
      >
        {number('count', t`Pallets`, 120)}
        {number('length', t`Length, in`, 700)}
        {number('width', t`Width, in`, 110)}
        {number('height', t`Height, in`, 130)}
        {number('lb', t`Weight, lb`, 100_000)}
        <div>
          <Button type="submit" variant="default">
            <Trans>Try the profiles</Trans>
          </Button>
        </div>
      </form>
      <Pending called={got} offline={keptThere}>
        {r && (
          <Table
            label={t`Result`}
            caption={
              <Trans>
                {r.Cube} cubic feet at {r.Density} lb each; the weight is {r.Weight} lb.
              </Trans>
            }
            rows={r.Rows}
            keyOf={(x) => x.ProfileId}
            mark={(x) => (x.Counts ? 'chosen' : undefined)}
            columns={[
              { head: t`Profile`, name: true, cell: (x) => x.Name },
              { head: t`Result`, cell: (x) => say(x.Why) },
              { head: t`Rated weight, lb`, number: true, cell: (x) => x.Weight },
              { head: t`Class`, cell: (x) => x.Class },
            ]}
          />
        )}
      </Pending>
    </>
  )
}
