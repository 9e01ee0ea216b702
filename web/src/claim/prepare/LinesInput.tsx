import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimLine } from '@sync/gen/api'
import type { ComponentType } from 'react'
import type { InputProps } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { Count, measureIn, Text } from '@/kit/form/inputs'
import { useLocale } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { Button, Select } from '@/kit/ui'
import css from '../case/Claim.module.css'
import { lineTotal } from './lineTotal'

const Weight = measureIn(['lb', 'kg'])

const blank: ClaimLine = { Code: '', Description: '', Pieces: 1, Weight: { milli: 0, unit: 'lb' }, UnitMinor: 0, Note: '' }

/** What is claimed for, line by line. A line of the shipment's own goods is added by its name. */
export const linesInput = (goods: readonly ClaimLine[]): ComponentType<InputProps<ClaimLine[]>> =>
  function LinesInput({ id, error, errors = {}, disabled, value, onChange }: InputProps<ClaimLine[]>) {
    const { t } = useLingui()
    const locale = useLocale()
    const lines = value ?? []
    const set = (n: number, part: Partial<ClaimLine>) => onChange(lines.map((l, i) => (i === n ? { ...l, ...part } : l)))
    return (
      <div id={id} tabIndex={-1} data-span={12}>
        {lines.map((l, n) => {
          const number = n + 1
          const wired = (name: keyof ClaimLine) => {
            const wrong = errors[`[${n}].${name}`]
            return { id: `${id}[${n}].${name}`, name, ...(wrong ? { error: wrong } : {}), ...(disabled ? { disabled } : {}) }
          }
          const sum = lineTotal(l, locale)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own; one that goes takes its fields with it
            <fieldset key={n} className={css.line}>
              <legend>
                <Trans>Line {number}</Trans>
              </legend>
              <div className={css.wide}>
                <Text
                  {...wired('Description')}
                  label={t`Description`}
                  required
                  value={l.Description}
                  onChange={(v) => set(n, { Description: v ?? '' })}
                />
              </div>
              <Count {...wired('Pieces')} label={t`Pieces`} required value={l.Pieces} onChange={(v) => set(n, { Pieces: v ?? 0 })} />
              <Money
                {...wired('UnitMinor')}
                label={t`Invoice value per piece`}
                value={l.UnitMinor}
                onChange={(v) => set(n, { UnitMinor: v ?? 0 })}
              />
              <Weight
                {...wired('Weight')}
                label={t`Weight of the line`}
                value={l.Weight}
                onChange={(v) => set(n, { Weight: v ?? blank.Weight })}
              />
              <Text {...wired('Note')} label={t`Note`} value={l.Note} onChange={(v) => set(n, { Note: v ?? '' })} />
              <div className={css.ask}>
                <span>
                  <Trans>Line total: {sum}</Trans>
                </span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={disabled}
                  aria-label={t`Remove line ${number}`}
                  onClick={() => onChange(lines.filter((_, i) => i !== n))}
                >
                  <Trans>Remove</Trans>
                </Button>
              </div>
            </fieldset>
          )
        })}
        <div className={css.ask}>
          {goods.length > 0 && (
            <Select
              label={t`Add goods of the shipment`}
              disabled={disabled}
              searchable={goods.length > 8}
              data={goods.map((g, n) => ({ value: String(n), label: [g.Code, g.Description].filter(Boolean).join(' · ') }))}
              value={null}
              onChange={(v) => {
                const line = v === null ? undefined : goods[Number(v)]
                if (line) onChange([...lines, line])
              }}
            />
          )}
          <Button variant="default" disabled={disabled} leftSection={<Icon name="plus" />} onClick={() => onChange([...lines, blank])}>
            <Trans>Add a line</Trans>
          </Button>
        </div>
        {error && Object.keys(errors).length === 0 && <p role="alert">{error}</p>}
      </div>
    )
  }
