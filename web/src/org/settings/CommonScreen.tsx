import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ResourceSectionState } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { Ago } from '@/kit/format/Formats'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { departs, type Section, speaksOf, type Values } from '@/kit/settings/section'
import { Badge, Button, Checkbox, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { truckSection } from '@/shipment/public'
import css from './Common.module.css'
import { orgSections } from './sections'

export interface CommonSearch {
  find?: string | undefined
  changed?: boolean | undefined
}

/** The sections of all areas, in the order in which the page has them. */
const all: readonly Section[] = [...orgSections, truckSection]

/** Page 66: the organization's settings by section. Each is saved by itself, so that administrators do not overwrite each other. */
export function CommonScreen({ search, onSearch }: { search: CommonSearch; onSearch: (search: CommonSearch) => void }) {
  const { t } = useLingui()
  const got = useCall('Org/Settings', undefined, { staleMs: 0 })
  const states = new Map(got.data?.map((s) => [s.Section, s]))
  const find = search.find ?? ''
  const shown = all.flatMap((section) => {
    const state = states.get(section.key)
    if (!state) return []
    const lines = section.lines.filter(
      (l) => speaksOf(section, l, find) && (!search.changed || departs(l, state.Values as Values, state.First as Values)), // objects, by the server's types
    )
    return lines.length > 0 ? [{ section, state, lines }] : []
  })
  return (
    <Screen
      title={t`Common settings`}
      below={<Trans>Defaults of your organization. Each section is saved by itself.</Trans>}
      actions={
        <>
          <TextInput
            type="search"
            aria-label={t`Find a setting`}
            placeholder={t`Find a setting`}
            value={find}
            onChange={(e) => onSearch({ ...search, find: e.currentTarget.value || undefined })}
          />
          <Checkbox
            label={t`Only changed`}
            checked={search.changed ?? false}
            onChange={(e) => onSearch({ ...search, changed: e.currentTarget.checked || undefined })}
          />
        </>
      }
    >
      <Pending called={got} offline={msg`Settings can be seen and changed with a connection.`}>
        {shown.length === 0 && (
          <p role="status">
            {search.changed && !find ? <Trans>All settings are at their defaults.</Trans> : <Trans>No setting found.</Trans>}
          </p>
        )}
        {shown.map((s) => (
          <SectionPart key={s.section.key} {...s} again={got.remote.again} />
        ))}
      </Pending>
    </Screen>
  )
}

interface SectionPartProps {
  section: Section
  state: ResourceSectionState
  lines: Section['lines']
  again: () => void
}

function SectionPart({ section, state, lines, again }: SectionPartProps) {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const values = state.Values as Values // objects, by the server's types
  const first = state.First as Values
  const changed = section.lines.some((l) => departs(l, values, first))
  const title = words(section.title)
  return (
    <Part
      title={section.title}
      actions={
        <>
          {changed && (
            <Button
              variant="subtle"
              aria-label={t`Restore defaults, ${title}`}
              onClick={async () => {
                await act(() => section.reset(values, first))
                again()
              }}
            >
              <Trans>Restore defaults</Trans>
            </Button>
          )}
          <Button
            variant="default"
            aria-label={t`Change, ${title}`}
            onClick={async () => {
              await section.change(values)
              again()
            }}
          >
            <Trans>Change</Trans>
          </Button>
        </>
      }
    >
      <p className={css.meaning}>
        {words(section.meaning)}
        {state.At && (
          <>
            {' '}
            <Trans>
              Saved <Ago at={state.At} /> by {state.By}.
            </Trans>
          </>
        )}
      </p>
      <dl className={css.lines}>
        {lines.map((l) => (
          <div key={l.name}>
            <dt>
              {words(l.label)}
              {l.hint && <small>{words(l.hint)}</small>}
            </dt>
            <dd>
              {words(l.reads(values[l.name]))}
              {departs(l, values, first) && (
                <>
                  {' '}
                  <Badge variant="light">
                    <Trans>Changed</Trans>
                  </Badge>
                  <small>{t`Default: ${words(l.reads(first[l.name]))}`}</small>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
