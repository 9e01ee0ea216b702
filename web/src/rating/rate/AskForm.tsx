import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { modeName } from '@/kit/format/mode'
import { Button, Group, MultiSelect, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Rating.module.css'
import { GoodsRow, ParcelRow } from './GoodsRow'
import { mostLines, rowsOf } from './rowsOf'
import { Services } from './Services'
import type { RateLine, RateParcel, RateSearch } from './search'

/** The rate modes that contracts can have, by their bits. */
const modes = [
  { bit: 1, mode: 'LTL' },
  { bit: 2, mode: 'PARCEL' },
  { bit: 16, mode: 'VOLUME' },
  { bit: 32, mode: 'TL' },
  { bit: 256, mode: 'INTERMODAL' },
]

const noLine = { lb: undefined, class: undefined, pallets: undefined, length: undefined, width: undefined, height: undefined }
const pallet: RateLine = { class: '70', pallets: 1, length: 48, width: 40, height: 48 }

/** Where from, where to, and what: lines of freight, packages, or both. The address keeps it, so a price can be sent to somebody. */
export function AskForm({ search: address }: { search: RateSearch }) {
  const search = rowsOf(address)
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<RateSearch>({ ...(search.parcels ? {} : pallet), ...search })
  const set = (part: RateSearch) => setTyped((s) => ({ ...s, ...part }))
  const [freight, setFreight] = useState(!search.parcels)
  const more = typed.more ?? []
  const parcels = typed.parcels ?? []
  const put = <T,>(list: T[], n: number, part: T) => list.map((r, i) => (i === n ? { ...r, ...part } : r))
  const without = <T,>(list: T[], n: number) => (list.length > 1 ? list.filter((_, i) => i !== n) : undefined)
  // Where the first line is taken out, the next takes its place.
  const dropFirst = () => {
    const [next, ...rest] = more
    setTyped((s) => clean({ ...s, ...noLine, ...next, more: rest.length > 0 ? rest : undefined }))
    if (!next) setFreight(false)
  }
  return (
    <form
      className={css.ask}
      onSubmit={(e) => {
        e.preventDefault()
        void navigate({ to: '/ReviewRates', search: clean(typed) })
      }}
    >
      <TextInput
        label={t`From ZIP`}
        required
        maxLength={10}
        value={typed.from ?? ''}
        onChange={(e) => set({ from: e.currentTarget.value })}
      />
      <TextInput label={t`To ZIP`} required maxLength={10} value={typed.to ?? ''} onChange={(e) => set({ to: e.currentTarget.value })} />
      <TextInput label={t`Ship date`} type="date" value={typed.on ?? ''} onChange={(e) => set({ on: e.currentTarget.value })} />
      <TextInput label={t`Must arrive by`} type="date" value={typed.by ?? ''} onChange={(e) => set({ by: e.currentTarget.value })} />
      <TextInput
        label={t`Preferred carrier`}
        placeholder={t`SCAC (optional)`}
        maxLength={10}
        value={typed.carrier ?? ''}
        onChange={(e) => set({ carrier: e.currentTarget.value.toUpperCase() })}
      />
      <MultiSelect
        label={t`Modes`}
        placeholder={typed.modes ? undefined : t`All`}
        clearable
        data={modes.map((m) => ({ value: String(m.bit), label: words(modeName(m.mode)) }))}
        value={modes.filter((m) => (typed.modes ?? 0) & m.bit).map((m) => String(m.bit))}
        onChange={(bits) => set({ modes: bits.reduce((sum, b) => sum + Number(b), 0) })}
      />
      {freight && <GoodsRow n={1} line={typed} set={set} remove={more.length + parcels.length > 0 ? dropFirst : undefined} />}
      {more.map((line, n) => (
        <GoodsRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own but its place
          key={n}
          n={n + 2}
          line={line}
          set={(part) => set({ more: put(more, n, part) })}
          remove={() => setTyped((s) => clean({ ...s, more: without(more, n) }))}
        />
      ))}
      {parcels.map((parcel, n) => (
        <ParcelRow
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={n}
          n={n + 1}
          parcel={parcel}
          set={(part: RateParcel) => set({ parcels: put(parcels, n, part) })}
          remove={freight || parcels.length > 1 ? () => setTyped((s) => clean({ ...s, parcels: without(parcels, n) })) : undefined}
        />
      ))}
      <Group gap="sm" className={css.wide}>
        <Button
          variant="default"
          disabled={more.length >= mostLines}
          onClick={() => {
            if (freight) set({ more: [...more, pallet] })
            else {
              setTyped((s) => clean({ ...s, ...pallet, parcels: undefined }))
              setFreight(true)
            }
          }}
        >
          <Trans>Add a line</Trans>
        </Button>
        <Button
          variant="default"
          disabled={parcels.length >= mostLines}
          onClick={() => {
            // Packages are another load than freight, and are asked for by themselves.
            setTyped((s) => clean({ ...s, ...noLine, more: undefined, parcels: [...parcels, { count: 1 }] }))
            setFreight(false)
          }}
        >
          <Trans>Add a package</Trans>
        </Button>
      </Group>
      <Services value={typed.services} onChange={(services) => set(services ? { services } : { services: '' })} />
      <div>
        <Button type="submit">{words(msg`Get rates`)}</Button>
      </div>
    </form>
  )
}

/** Nothing that is empty stands in the address. */
function clean(s: { [K in keyof RateSearch]?: RateSearch[K] | undefined }): RateSearch {
  return Object.fromEntries(Object.entries(s).filter(([, v]) => v !== undefined && v !== '' && v !== 0)) as RateSearch // only taken away from
}
