import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import type { OrderCatalogueItem } from '@sync/gen/tables'
import { NoContact } from '@sync/wire'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentType, useId, useRef } from 'react'
import { ScaleButton } from '@/document/public'
import type { InputProps } from '@/kit/form/defineForm'
import { useLocale } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { NmfcInput } from '@/kit/nmfc/NmfcInput'
import { rules, suggestClass } from '@/kit/rule/rule'
import { Button, Checkbox, NumberInput, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { fromItem, itemOf } from './fromItem'
import { HazmatFields } from './HazmatFields'
import { type LineField, lineFields } from './lineFields'
import { type Kind, type Line, newLine } from './load'
import { lineLabels } from './partNames'
import css from './Single.module.css'
import { volumeOf, weightOf } from './totals'

const weights = ['lb', 'kg']
const lengths = ['in', 'cm', 'ft']
const packages = ['CTN', 'PLT', 'BOX', 'DRM', 'CRT', 'BAG', 'ROL', 'PCS', 'TBN', 'GLD']

interface LineProps {
  id: string
  n: number
  kind: Kind
  line: Line
  errors: Record<string, string>
  disabled?: boolean
  warehouse: string
  /** The list of codes of the item master. */
  codes: string
  /** Fills the line with what the item master says of a code. */
  known: (code: string) => void
  set: (part: Partial<Line>) => void
  remove?: () => void
}

const none: OrderCatalogueItem[] = []

/** The goods, line by line. Enter in a line begins the next one. */
export function linesInput(kind: Kind, warehouseOf: () => string): ComponentType<InputProps<Line[]>> {
  return function LinesInput({ id, error, errors = {}, disabled, value, onChange }: InputProps<Line[]>) {
    const lines = value ?? []
    const box = useRef<HTMLDivElement>(null)
    const items = useLiveQuery(() => local().order_item.orderBy('code').toArray()) ?? none
    const codes = useId()
    const latest = useRef(lines)
    latest.current = lines
    const set = (n: number, part: Partial<Line>) => {
      latest.current = latest.current.map((l, i) => (i === n ? { ...l, ...part } : l))
      onChange(latest.current)
    }
    const add = () => {
      onChange([...lines, newLine(kind)])
      requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('fieldset')[lines.length]?.querySelector('input')?.focus())
    }
    const of = (n: number) =>
      Object.fromEntries(
        Object.entries(errors).flatMap(([path, no]) => (path.startsWith(`[${n}].`) ? [[path.slice(`[${n}].`.length), no]] : [])),
      )
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the fields' own; Enter goes on to the next line
      <div
        ref={box}
        id={id}
        tabIndex={-1}
        data-span={12}
        onKeyDown={(e) => {
          const plain = e.key === 'Enter' && !e.ctrlKey && !e.metaKey && !e.defaultPrevented
          if (
            plain &&
            e.target instanceof HTMLInputElement &&
            e.target.type === 'text' &&
            e.target.getAttribute('aria-expanded') !== 'true'
          ) {
            e.preventDefault()
            add()
          }
        }}
      >
        {lines.map((line, n) => (
          <LineInput
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own; one that goes takes its fields with it
            key={n}
            id={`${id}[${n}]`}
            n={n}
            kind={kind}
            line={line}
            errors={of(n)}
            disabled={disabled}
            warehouse={warehouseOf()}
            codes={codes}
            known={(code) => {
              const item = itemOf(items, code)
              const now = latest.current[n]
              if (item && now) set(n, fromItem(item, now))
            }}
            set={(part) => set(n, part)}
            {...(lines.length > 1 ? { remove: () => onChange(lines.filter((_, i) => i !== n)) } : {})}
          />
        ))}
        <datalist id={codes}>
          {items.map((it) => (
            <option key={it.id} value={it.code}>
              {it.description}
            </option>
          ))}
        </datalist>
        <Button variant="default" size="xs" disabled={disabled} leftSection={<Icon name="plus" />} onClick={add}>
          <Trans>Add a line</Trans>
        </Button>
        {error && Object.keys(errors).length === 0 && <p className={css.error}>{error}</p>}
      </div>
    )
  }
}

function LineInput({ id, n, kind, line, errors, disabled, warehouse, codes, known, set, remove }: LineProps) {
  const words = useWords()
  const locale = useLocale()
  const number = n + 1
  const pounds = weightOf(line)
  const by = suggestClass(pounds, volumeOf(line))
  const density = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(by.density)
  return (
    <fieldset className={css.line}>
      <legend>
        <Trans>Line {number}</Trans>
      </legend>
      <div className={css.cells}>
        {lineFields[kind].map((f) => (
          <Cell
            key={f.name}
            id={`${id}.${f.name}`}
            field={f}
            line={line}
            error={errors[f.name]}
            disabled={disabled}
            set={set}
            {...(f.name === 'ItemCode' ? { list: codes, onLeave: () => known(line.ItemCode ?? '') } : {})}
          />
        ))}
      </div>
      <div className={css.foot}>
        <Checkbox
          label={kind === 'parcel' ? words(lineLabels.AdditionalHandling) : words(lineLabels.Stackableitemflag)}
          disabled={disabled}
          checked={(kind === 'parcel' ? line.AdditionalHandling : line.Stackableitemflag) ?? false}
          onChange={(e) =>
            set(kind === 'parcel' ? { AdditionalHandling: e.currentTarget.checked } : { Stackableitemflag: e.currentTarget.checked })
          }
        />
        <Checkbox
          label={words(lineLabels.HazmatDetails)}
          disabled={disabled}
          checked={line.HazmatDetails != null}
          onChange={(e) => set({ HazmatDetails: e.currentTarget.checked ? { un: '', properName: '', class: '' } : null })}
        />
        {kind !== 'parcel' && (
          <Checkbox
            label={words(lineLabels.WeightEach)}
            disabled={disabled}
            checked={line.WeightEach ?? false}
            onChange={(e) => set({ WeightEach: e.currentTarget.checked })}
          />
        )}
        {warehouse && <ScaleButton warehouse={warehouse} onWeight={(weight) => set({ Weight: weight })} />}
        {by.class && kind !== 'parcel' && (
          <output>
            <Trans>
              {density} lb/ft³ · class {by.class} by density
            </Trans>{' '}
            {by.class !== line.itemClass && (
              <Button variant="subtle" size="compact-xs" disabled={disabled} onClick={() => set({ itemClass: by.class })}>
                <Trans>Take class {by.class}</Trans>
              </Button>
            )}
          </output>
        )}
        {remove && (
          <Button variant="subtle" size="compact-xs" color="red" disabled={disabled} onClick={remove}>
            <Trans>Remove line {number}</Trans>
          </Button>
        )}
      </div>
      {line.HazmatDetails && (
        <HazmatFields
          id={`${id}.HazmatDetails`}
          value={line.HazmatDetails}
          errors={errors}
          disabled={disabled}
          onChange={(HazmatDetails) => set({ HazmatDetails })}
        />
      )}
    </fieldset>
  )
}

/** Whether a code is an item of the NMFC. Without a connection nobody can say, and the server judges it again when the shipment is saved. */
async function nmfcValid(code: string): Promise<boolean> {
  try {
    return (await call('Shipment/IsValidNMFC', { NMFC: code })).valid
  } catch (err) {
    if (err instanceof NoContact) return true
    throw err
  }
}

interface CellProps {
  id: string
  field: LineField
  line: Line
  error?: string
  disabled?: boolean
  set: (part: Partial<Line>) => void
  /** What can be typed, and what happens when it was. */
  list?: string
  onLeave?: () => void
}

function Cell({ id, field: f, line, error, disabled, set, list, onLeave }: CellProps) {
  const { t } = useLingui()
  const words = useWords()
  const label = words(f.label)
  const wired = {
    id,
    label,
    disabled,
    error,
    withAsterisk: f.required,
    'aria-invalid': error ? true : undefined,
    style: { width: `${f.em}em` },
  }
  const value = line[f.name]
  switch (f.as) {
    case 'text':
      return (
        <TextInput
          {...wired}
          {...(f.em > 12 ? { style: { flex: `1 1 ${f.em}em` } } : {})}
          maxLength={f.max}
          list={list}
          onBlur={onLeave}
          value={String(value ?? '')}
          onChange={(e) => set({ [f.name]: e.currentTarget.value })}
        />
      )
    case 'nmfc':
      return (
        <NmfcInput
          id={id}
          label={label}
          disabled={disabled}
          {...(f.required ? { required: true } : {})}
          style={wired.style}
          error={error ?? (line.NMFCCode && !line.isNmfcValid ? t`This is no item of the NMFC.` : undefined)}
          maxLength={f.max}
          value={line.NMFCCode ?? ''}
          onChange={(NMFCCode) => set({ NMFCCode, isNmfcValid: true })}
          onLeave={(code) => {
            if (code) void nmfcValid(code).then((isNmfcValid) => set({ isNmfcValid }))
          }}
        />
      )
    case 'count':
      return (
        <NumberInput
          {...wired}
          hideControls
          min={0}
          max={f.max}
          allowDecimal={false}
          allowNegative={false}
          value={(value as number | undefined) ?? ''} // a count
          onChange={(v) => set({ [f.name]: v === '' ? undefined : Number(v) })}
        />
      )
    case 'money':
      return (
        <NumberInput
          {...wired}
          hideControls
          min={0}
          decimalScale={2}
          allowNegative={false}
          value={line.declaredMinor === undefined ? '' : line.declaredMinor / 100}
          onChange={(v) => set({ declaredMinor: v === '' ? undefined : Math.round(Number(v) * 100) })}
        />
      )
    case 'room':
      return (
        <NumberInput
          {...wired}
          hideControls
          min={0}
          allowNegative={false}
          decimalScale={3}
          value={(value as Line['Weight'] | undefined)?.milli ? (value as Line['Weight']).milli / 1000 : ''} // a measure
          onChange={(v) =>
            set({ [f.name]: v === '' ? undefined : { milli: Math.round(Number(v) * 1000), unit: f.name === 'CBM' ? 'm3' : 'ft' } })
          }
        />
      )
    case 'class':
      return (
        <Select
          {...wired}
          searchable
          allowDeselect={false}
          data={rules.classes}
          value={line.itemClass ?? rules.defaultClass}
          onChange={(v) => set({ itemClass: v ?? rules.defaultClass })}
        />
      )
    case 'package':
      return (
        <Select
          {...wired}
          searchable
          allowDeselect={false}
          data={packages.includes(line.packageType ?? '') ? packages : [line.packageType ?? '', ...packages].filter(Boolean)}
          value={line.packageType ?? rules.defaultPackage}
          onChange={(v) => set({ packageType: v ?? rules.defaultPackage })}
        />
      )
    case 'weight':
    case 'length': {
      const units = f.as === 'weight' ? weights : lengths
      const m = (value as Line['Weight'] | undefined) ?? { milli: 0, unit: line.Length?.unit || units[0] || '' } // a measure
      const input = (
        <NumberInput
          {...wired}
          hideControls
          min={0}
          allowNegative={false}
          decimalScale={3}
          value={m.milli ? m.milli / 1000 : ''}
          onChange={(v) => set({ [f.name]: { milli: v === '' ? 0 : Math.round(Math.abs(Number(v)) * 1000), unit: m.unit } })}
          {...(f.as === 'weight' || f.name === 'Height' ? { style: { width: f.as === 'weight' ? `${f.em - 5}em` : `${f.em}em` } } : {})}
        />
      )
      if (f.as === 'length' && f.name !== 'Height') return input
      // One unit for the three sides.
      const setUnit = (unit: string) =>
        f.as === 'weight'
          ? set({ Weight: { ...m, unit } })
          : set({
              Length: { milli: line.Length?.milli ?? 0, unit },
              Width: { milli: line.Width?.milli ?? 0, unit },
              Height: { milli: line.Height?.milli ?? 0, unit },
            })
      return (
        <>
          {input}
          <Select
            label={t`Unit`}
            aria-label={f.as === 'weight' ? t`Unit of weight` : t`Unit of length`}
            style={{ width: '5.5em' }}
            disabled={disabled}
            allowDeselect={false}
            data={units}
            value={m.unit}
            onChange={(u) => setUnit(u ?? m.unit)}
          />
        </>
      )
    }
    case 'flag':
      return null
  }
}
