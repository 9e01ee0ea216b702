import { Trans, useLingui } from '@lingui/react/macro'
import { working } from '@sync/client'
import { send } from '@sync/send'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { useLocale } from '@/kit/format/Formats'
import { printedDay } from '@/kit/format/printed'
import { Icon } from '@/kit/icon/Icon'
import { useRows } from '@/kit/remote/useRows'
import { Button, Checkbox, Group, Stack, TextInput } from '@/kit/ui'
import { useKept } from '../load/kept'
import { PanelFoot } from '../loading/PanelFoot'
import { PanelFrame } from '../loading/PanelFrame'
import { type DayOrder, dayOrders, ownDay } from './facts'
import css from './Lot.module.css'
import { fitsAny, type Mark, overlaps, type PartKind, partKinds, ruleFrom, sameBefore } from './rule'
import { usePartWords } from './words'

interface Kept {
  what: PartKind
  /** The first character of a part whose last is still to be tapped. */
  first?: number
  marks: Mark[]
  /** As somebody put it; until then all before the first part. */
  same?: number
  long: boolean
  days?: DayOrder
  supplier: string
}

const start: Kept = { what: 'pallet', marks: [], long: true, supplier: '' }
const shown = (c: string) => (c === ' ' ? '␣' : c === String.fromCharCode(0x1d) ? 'GS' : c)

interface TeachPanelProps {
  /** A label as it was scanned. */
  text: string
  onClose: () => void
  onTaught: () => void
}

/** Teaches how a supplier writes labels, on one of them: choose what, tap where it begins and where it ends. All tablets know it then. */
export function TeachPanel({ text, onClose, onTaught }: TeachPanelProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const words = usePartWords()
  const [kept, keep, drop] = useKept<Kept>(`teach.${text}`, start)
  const known = useRows((db) => db.dock_label_rule.toArray(), []) ?? []
  const chars = [...text]
  const { marks, first, what } = kept

  const tap = (at: number) => {
    if (first === undefined) return keep({ ...kept, first: at })
    const [from, to] = [Math.min(first, at), Math.max(first, at) + 1]
    const others = marks.filter((m) => m.what !== what && (m.to <= from || m.from >= to))
    const next = partKinds.find((k) => k !== what && !others.some((m) => m.what === k)) ?? what
    keep({ ...kept, marks: [...others, { what, from, to }], first: undefined, what: next } as Kept) // the first tap is over
  }

  const expiry = marks.find((m) => m.what === 'expiry')
  const days = dayOrders.filter((o) => expiry && ownDay(text.slice(expiry.from, expiry.to), o))
  const order = kept.days && days.includes(kept.days) ? kept.days : days.length === 1 ? days[0] : undefined
  const before = marks.length > 0 ? sameBefore(marks) : 0
  const same = Math.min(kept.same ?? before, before)
  const rule = ruleFrom(text, marks, { same, long: kept.long, days: order ?? '' })
  const another = marks.length > 0 ? known.find((k) => overlaps(k, rule)) : undefined

  const trouble =
    marks.length === 0
      ? ''
      : expiry && days.length === 0
        ? t`The part marked as expiry is not a date. Mark it again.`
        : fitsAny(rule)
          ? t`This would fit any label. Leave something unmarked at the beginning that stays the same on this supplier's labels.`
          : another
            ? t`Labels like this are read already: ${another.supplier}, as ${another.sample}. Remove that one under Settings, Mobile, or let more of the beginning stay the same.`
            : ''
  const ready = marks.length > 0 && !trouble && kept.supplier.trim() !== '' && (!expiry || order)

  const { trouble: unkept, keeping } = useKeeping()
  const teach = async () => {
    const stands = await keeping(() =>
      send('DockView/TeachLabel', {
        RuleId: working().outbox.newId(),
        Supplier: kept.supplier.trim(),
        Starts: rule.starts,
        Length: rule.length,
        Separator: rule.separator,
        Fields: rule.fields,
        Parts: rule.parts,
        Days: order ?? '',
        Sample: text,
      }),
    )
    if (!stands) return
    drop()
    onTaught()
  }

  return (
    <PanelFrame title={t`Teach this label`} onClose={onClose} wide>
      <Stack>
        <p className={css.lead}>
          {first === undefined ? (
            <Trans>Choose what it is, then tap its first and its last character.</Trans>
          ) : (
            <Trans>Now tap the last character of: {words[what]}</Trans>
          )}
        </p>
        <fieldset className={css.kinds} aria-label={t`What it is`}>
          {partKinds.map((k) => (
            <button
              key={k}
              type="button"
              className={css.kind}
              data-what={k}
              aria-pressed={what === k}
              onClick={() => keep({ ...kept, what: k })}
            >
              {words[k]}
            </button>
          ))}
        </fieldset>
        <fieldset className={css.chars} aria-label={t`The label`}>
          {chars.map((c, at) => {
            const mark = marks.find((m) => at >= m.from && at < m.to)
            const said = c === ' ' ? t`space` : shown(c) // a screen reader says nothing of the character itself
            return (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: a character is known by its place
                key={at}
                type="button"
                className={css.char}
                data-what={mark?.what}
                data-first={first === at || undefined}
                aria-label={mark ? t`Character ${at + 1}, ${said}: ${words[mark.what]}` : t`Character ${at + 1}, ${said}`}
                onClick={() => tap(at)}
              >
                {shown(c)}
              </button>
            )
          })}
        </fieldset>
        {marks.length > 0 && (
          <ul className={css.marks}>
            {[...marks]
              .sort((a, b) => a.from - b.from)
              .map((m) => (
                <li key={m.what}>
                  <span className={css.kind} data-what={m.what}>
                    {words[m.what]}
                  </span>
                  <strong className="identifier">{text.slice(m.from, m.to)}</strong>
                  <Button
                    variant="default"
                    aria-label={t`Unmark ${words[m.what]}`}
                    onClick={() => keep({ ...kept, marks: marks.filter((o) => o !== m), what: m.what })}
                  >
                    <Icon name="close" />
                  </Button>
                </li>
              ))}
          </ul>
        )}
        {expiry && days.length > 1 && (
          <fieldset className={css.kinds}>
            <legend>
              <Trans>Which day is that?</Trans>
            </legend>
            {days.map((o) => (
              <button key={o} type="button" className={css.kind} aria-pressed={order === o} onClick={() => keep({ ...kept, days: o })}>
                {printedDay(ownDay(text.slice(expiry.from, expiry.to), o) ?? '', locale)}
              </button>
            ))}
          </fieldset>
        )}
        {marks.length > 0 && (
          <>
            {before > 0 && (
              <div className={css.same}>
                <span>
                  <Trans>Stays the same on every label:</Trans> <strong className="identifier">{rule.starts || '–'}</strong>
                </span>
                <Group gap="sm">
                  <Button
                    variant="default"
                    aria-label={t`One character less stays the same`}
                    disabled={same === 0}
                    onClick={() => keep({ ...kept, same: same - 1 })}
                  >
                    −
                  </Button>
                  <Button
                    variant="default"
                    aria-label={t`One character more stays the same`}
                    disabled={same === before}
                    onClick={() => keep({ ...kept, same: same + 1 })}
                  >
                    +
                  </Button>
                </Group>
              </div>
            )}
            {rule.separator ? (
              <p>
                <Trans>
                  Its parts are divided by <strong className="identifier">{shown(rule.separator)}</strong>, so they may be longer or shorter
                  on other labels.
                </Trans>
              </p>
            ) : (
              <Checkbox
                size="lg"
                label={t`Every label is as long as this one: ${text.length} characters`}
                checked={kept.long}
                onChange={(e) => keep({ ...kept, long: e.currentTarget.checked })}
              />
            )}
          </>
        )}
        <TextInput
          label={t`Supplier or customer`}
          maxLength={80}
          value={kept.supplier}
          onChange={(e) => keep({ ...kept, supplier: e.currentTarget.value })}
        />
        <PanelFoot trouble={trouble || unkept} onCancel={onClose}>
          <Button onClick={() => void teach()} disabled={!ready}>
            <Trans>Save label rule</Trans>
          </Button>
        </PanelFoot>
      </Stack>
    </PanelFrame>
  )
}
