import { Trans, useLingui } from '@lingui/react/macro'
import type { OrderTemplate, OrderTemplateColumn } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useWords } from '@/kit/words/words'
import { Labelled } from '../multiple/Labelled'
import { orderColumns } from '../multiple/lines'
import css from './Template.module.css'

interface Props {
  every: readonly string[]
  template: OrderTemplate | undefined
  close: (saved?: string) => void
}

type Shown = OrderTemplateColumn & { on: boolean }

/** Which columns a template shows, in which order, under which words. */
export function TemplateEditor({ every, template, close }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const known = useMemo(() => new Map(orderColumns({ carriers: [], items: [], text: words }).map((c) => [c.key, words(c.label)])), [words])
  const [name, setName] = useState(template?.name ?? '')
  const [refused, setRefused] = useState<string>()
  const [list, setList] = useState<Shown[]>(() => {
    const blank = (key: string): Shown => ({ key, label: '', width: 0, required: false, locked: false, on: false })
    const chosen = (template?.columns ?? [{ ...blank('number') }]).map((c) => ({ ...c, on: true }))
    return [...chosen, ...every.filter((k) => !chosen.some((c) => c.key === k)).map(blank)]
  })
  const change = (key: string, to: Partial<Shown>) => setList(list.map((c) => (c.key === key ? { ...c, ...to } : c)))
  const move = (n: number, by: number) => {
    const next = [...list]
    const [one] = next.splice(n, 1)
    if (one) next.splice(Math.max(0, n + by), 0, one)
    setList(next)
  }
  const save = async () => {
    try {
      const made = (await submit('Order/SaveTemplate', {
        ...(template ? { TemplateId: template.id } : {}),
        Name: name,
        Columns: list.filter((c) => c.on).map(({ on: _, ...c }) => c),
      })) as OrderTemplate // as the call is declared
      close(made.id)
    } catch (err) {
      setRefused(refusal.whole(err))
    }
  }
  return (
    <section className={css.editor} aria-label={t`Template`}>
      <Labelled label={t`Name of the template`}>
        {(id) => <PlainInput id={id} value={name} onChange={(e) => setName(e.currentTarget.value)} maxLength={60} />}
      </Labelled>
      <ul className={css.columns}>
        {list.map((c, n) => {
          const label = known.get(c.key) ?? c.key
          return (
            <li key={c.key} data-on={c.on || undefined}>
              <label>
                <input
                  type="checkbox"
                  checked={c.on}
                  disabled={c.key === 'number'}
                  onChange={(e) => change(c.key, { on: e.currentTarget.checked })}
                />
                {label}
              </label>
              {c.on && (
                <>
                  <PlainInput
                    aria-label={t`Label for ${label}`}
                    placeholder={label}
                    value={c.label}
                    maxLength={40}
                    onChange={(e) => change(c.key, { label: e.currentTarget.value })}
                  />
                  <label>
                    <input type="checkbox" checked={c.required} onChange={(e) => change(c.key, { required: e.currentTarget.checked })} />
                    <Trans>required</Trans>
                  </label>
                  <label>
                    <input type="checkbox" checked={c.locked} onChange={(e) => change(c.key, { locked: e.currentTarget.checked })} />
                    <Trans>locked</Trans>
                  </label>
                  <PlainButton disabled={n === 0} onClick={() => move(n, -1)} aria-label={t`Move ${label} to the left`}>
                    ←
                  </PlainButton>
                  <PlainButton disabled={n === list.length - 1} onClick={() => move(n, 1)} aria-label={t`Move ${label} to the right`}>
                    →
                  </PlainButton>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {refused && <p role="alert">{refused}</p>}
      <div className={css.end}>
        <PlainButton filled disabled={name.trim() === ''} onClick={() => void save()}>
          <Trans>Save the template</Trans>
        </PlainButton>
        <PlainButton onClick={() => close()}>
          <Trans>Cancel</Trans>
        </PlainButton>
      </div>
    </section>
  )
}
