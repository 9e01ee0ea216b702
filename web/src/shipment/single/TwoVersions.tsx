import { Trans, useLingui } from '@lingui/react/macro'
import type { FormState } from '@/kit/form/useForm'
import { useLocale } from '@/kit/format/Formats'
import { Table } from '@/kit/table/Table'
import { Button, Group } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Single.module.css'
import type { Typed } from './singleForm'
import { differences } from './versions'

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
  const fields = form.shown
  const found = differences(
    fields.map((f) => f.name),
    theirs,
    form.values,
    { text, locale },
  )
  return (
    <section className={css.versions} aria-label={t`Two versions`}>
      <p role="status">
        {found.length > 0 ? (
          <Trans>Somebody else saved this shipment while you typed. Take theirs where it is right; what you leave stays yours.</Trans>
        ) : (
          <Trans>Somebody else saved this shipment while you typed, and it says the same as yours.</Trans>
        )}
      </p>
      {found.length > 0 && (
        <Table
          label={t`What differs`}
          rows={found}
          keyOf={(d) => d.name}
          columns={[
            { head: t`Field`, name: true, cell: (d) => text(fields.find((f) => f.name === d.name)?.field.label ?? d.name) },
            { head: t`Theirs`, cell: (d) => d.theirs || '–' },
            { head: t`Yours`, cell: (d) => d.mine || '–' },
            {
              head: t`Choice`,
              cell: (d) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Take theirs: ${text(fields.find((f) => f.name === d.name)?.field.label ?? d.name)}`}
                  onClick={() => form.set(d.name, theirs[d.name] as never)} // of the field of the same name
                >
                  <Trans>Take theirs</Trans>
                </Button>
              ),
            },
          ]}
        />
      )}
      <Group gap={8}>
        <Button size="compact-md" onClick={() => form.set('ChangedAt', theirs.ChangedAt)}>
          {found.length > 0 ? <Trans>Go on with what stands below</Trans> : <Trans>Go on</Trans>}
        </Button>
        <Button size="compact-md" variant="default" onClick={form.startOver}>
          <Trans>Take all of theirs</Trans>
        </Button>
      </Group>
    </section>
  )
}
