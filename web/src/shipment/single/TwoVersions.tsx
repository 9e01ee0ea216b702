import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { FormState } from '@/kit/form/useForm'
import { useLocale } from '@/kit/format/Formats'
import { useSession } from '@/kit/remote/user'
import { Table } from '@/kit/table/Table'
import { Button, Group } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Single.module.css'
import type { Typed } from './singleForm'
import { type Difference, differences, merged, type Place, typedOnly } from './versions'

interface Props {
  form: FormState<Typed>
  /** As somebody else saved it meanwhile. */
  theirs: Partial<Typed>
  /** Has the keyboard go where the work goes on when this is done: at what still differs, if anything does. */
  onDone: (place?: Place) => void
}

/**
 * What somebody else saved while this was typed. What only they changed is taken in and told; what both changed stands twice until the person decides,
 * field by field or for all.
 */
export function TwoVersions({ form, theirs, onDone }: Props) {
  const { t } = useLingui()
  const text = useWords()
  const locale = useLocale()
  const user = useSession()?.email ?? ''
  const [taken, setTaken] = useState<Place[]>()
  if (taken && !form.dirty) setTaken(undefined) // saved, or begun anew
  const fields = new Map(form.shown.map((f) => [f.name, f.field]))
  const mine = typedOnly(form.values, theirs, user)
  const base = form.base && typedOnly(form.base, theirs, user)
  const torn = form.dirty && !!form.values.ChangedAt && form.values.ChangedAt !== theirs.ChangedAt
  const found = torn ? differences([...fields.keys()], theirs, mine, { text, locale }, base) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state that somebody else saved; what is typed afterwards is typed
  useEffect(() => {
    if (!torn || !base) return
    const names = [...fields.keys()]
    const found = merged(names, base, theirs, mine)
    const since = { ...base, ...found.base }
    const left = differences(names, theirs, { ...mine, ...found.values }, { text, locale }, since)
    // What was told of an earlier save, and nobody has said to have read, is told still.
    setTaken((before = []) => [...before.filter((p) => !found.taken.some((f) => f.name === p.name && f.path === p.path)), ...found.taken])
    if (left.length > 0) form.takeIn(found.values, since)
    else form.takeIn({ Origin: mine.Origin, ...found.values, ChangedAt: theirs.ChangedAt }, theirs)
  }, [torn, theirs])
  const box = useRef<HTMLElement>(null)
  const take = (d: Difference) => {
    const n = found.indexOf(d)
    form.set(d.name, d.taken as never) // of the field of the same name
    // The button goes with its row: the keyboard stands at the next one then, or at what goes on.
    requestAnimationFrame(() => box.current?.querySelectorAll('button')[n]?.focus())
  }
  const goOn = () => {
    setTaken(undefined)
    if (torn) form.takeIn({ Origin: mine.Origin, ChangedAt: theirs.ChangedAt }, theirs)
    onDone(found[0])
  }
  const takeAll = () => {
    form.startOver()
    onDone()
  }
  const nameOf = ({ name, path }: Place) => {
    const field = fields.get(name)
    return (path ? (field?.part?.(path) ?? [field?.label ?? name]) : [field?.label ?? name]).map(text).join(', ')
  }
  if (!torn && !taken) return null
  return (
    <section ref={box} className={css.versions} aria-label={t`Two versions`}>
      <p role="status">
        {found.length > 0 ? (
          <Plural
            value={found.length}
            one="Somebody else saved this shipment while you typed: # entry differs. Take theirs if it is right; if you leave it, yours stays."
            other="Somebody else saved this shipment while you typed: # entries differ. Take theirs where it is right; what you leave stays yours."
          />
        ) : taken?.length ? (
          <Trans>Somebody else saved this shipment while you typed, and changed nothing that you did.</Trans>
        ) : (
          <Trans>Somebody else saved this shipment while you typed. What you typed stays.</Trans>
        )}
        {taken && taken.length > 0 && (
          <>
            {' '}
            <Trans>Taken over from theirs: {taken.map(nameOf).join('; ')}.</Trans>
          </>
        )}
      </p>
      {found.length > 0 && (
        <Table
          label={t`What differs`}
          rows={found}
          keyOf={(d) => d.name + d.path}
          columns={[
            { head: t`Field`, name: true, cell: nameOf },
            { head: t`Theirs`, cell: (d) => d.theirs || '–' },
            { head: t`Yours`, cell: (d) => d.mine || '–' },
            {
              head: t`Choice`,
              cell: (d) => (
                <Button size="compact-sm" variant="default" aria-label={t`Take theirs: ${nameOf(d)}`} onClick={() => take(d)}>
                  <Trans>Take theirs</Trans>
                </Button>
              ),
            },
          ]}
        />
      )}
      <Group gap={8}>
        <Button size="compact-md" onClick={goOn}>
          {found.length > 0 ? <Trans>Continue with what stands below</Trans> : <Trans>Continue</Trans>}
        </Button>
        <Button size="compact-md" variant="default" onClick={takeAll}>
          <Trans>Use all of theirs</Trans>
        </Button>
      </Group>
    </section>
  )
}
