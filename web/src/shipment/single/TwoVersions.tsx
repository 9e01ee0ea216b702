import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FormState } from '@/kit/form/useForm'
import { useLocale } from '@/kit/format/Formats'
import { useSession } from '@/kit/remote/user'
import { Table } from '@/kit/table/Table'
import { Button, Group } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Single.module.css'
import type { Typed } from './singleForm'
import { type Difference, differences, typedOnly } from './versions'

interface Props {
  form: FormState<Typed>
  /** As somebody else saved it meanwhile. */
  theirs: Partial<Typed>
}

/** What somebody else saved while this was typed, beside what is typed: both stand until the person decides, field by field or for all. */
export function TwoVersions({ form, theirs }: Props) {
  const { t } = useLingui()
  const text = useWords()
  const locale = useLocale()
  const fields = new Map(form.shown.map((f) => [f.name, f.field]))
  const mine = typedOnly(form.values, theirs, useSession()?.userName ?? '')
  const found = differences([...fields.keys()], theirs, mine, { text, locale })
  const goOn = () => {
    if (mine.Origin !== form.values.Origin) form.set('Origin', mine.Origin)
    form.set('ChangedAt', theirs.ChangedAt)
  }
  const nameOf = ({ name, path }: Difference) => {
    const field = fields.get(name)
    return (field?.part?.(path) ?? [field?.label ?? name]).map(text).join(', ')
  }
  return (
    <section className={css.versions} aria-label={t`Two versions`}>
      <p role="status">
        {found.length > 0 ? (
          <Plural
            value={found.length}
            one="Somebody else saved this shipment while you typed: # entry differs. Take theirs if it is right; if you leave it, yours stays."
            other="Somebody else saved this shipment while you typed: # entries differ. Take theirs where it is right; what you leave stays yours."
          />
        ) : (
          <Trans>Somebody else saved this shipment while you typed, and it says the same as yours.</Trans>
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
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Take theirs: ${nameOf(d)}`}
                  onClick={() => form.set(d.name, d.taken as never)} // of the field of the same name
                >
                  <Trans>Take theirs</Trans>
                </Button>
              ),
            },
          ]}
        />
      )}
      <Group gap={8}>
        <Button size="compact-md" onClick={goOn}>
          {found.length > 0 ? <Trans>Go on with what stands below</Trans> : <Trans>Go on</Trans>}
        </Button>
        <Button size="compact-md" variant="default" onClick={form.startOver}>
          <Trans>Take all of theirs</Trans>
        </Button>
      </Group>
    </section>
  )
}
