import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuoteCandidate, QuoteWhom } from '@sync/gen/api'
import { type ComponentType, useState } from 'react'
import type { InputProps } from '@/kit/form/defineForm'
import { DateTime } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { Checkbox, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { reasonWords } from '../words'
import css from './Quotes.module.css'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
]

/** Chooses carriers to ask, with the address and the language of each, and what they did when they were asked before. */
export function whom(shipmentId: string): ComponentType<InputProps<QuoteWhom[]>> {
  return function Whom({ id, label, error, disabled, value = [], onChange }: InputProps<QuoteWhom[]>) {
    const { t, i18n } = useLingui()
    const words = useWords()
    const [search, setSearch] = useState('')
    const found = useCall('Quote/Carriers', { ShipmentId: shipmentId }, { staleMs: 0 })
    const sorted = [...(found.data?.carriers ?? [])].sort(likeliest)
    const chosen = new Map(value.map((w) => [w.SCAC, w]))
    const wanted = search.trim().toLowerCase()
    const shown = sorted.filter((c) => chosen.has(c.SCAC) || `${c.name} ${c.SCAC}`.toLowerCase().includes(wanted))
    const set = (w: QuoteWhom) => onChange([...value.filter((v) => v.SCAC !== w.SCAC), w])
    return (
      <fieldset className={css.whom} disabled={disabled}>
        <legend>{label}</legend>
        <TextInput
          id={id}
          aria-label={t`Find a carrier`}
          placeholder={t`Find a carrier by name or SCAC`}
          error={error}
          aria-invalid={error ? true : undefined}
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
        />
        {found.remote.refused && <p role="alert">{words(found.remote.refused)}</p>}
        {found.remote.offline && (
          <p role="status">
            <Trans>No connection. Quote requests go out from the server.</Trans>
          </p>
        )}
        {found.data?.noLink && (
          <p role="alert">
            <Trans>This server has no public address, so no link can be mailed. An administrator sets it with LADING_URL.</Trans>
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keyboard, too */}
        <ul className={css.choices} aria-busy={found.loading} tabIndex={0} aria-label={t`Carriers to choose from`}>
          {shown.map((c) => {
            const on = chosen.get(c.SCAC)
            const reason = reasonWords[c.reason]
            return (
              <li key={c.SCAC}>
                <Checkbox
                  checked={on !== undefined}
                  label={`${c.name} · ${c.SCAC}`}
                  onChange={(e) =>
                    e.currentTarget.checked
                      ? set({ SCAC: c.SCAC, Email: c.email, Language: asLanguage(c.language || i18n.locale) })
                      : onChange(value.filter((v) => v.SCAC !== c.SCAC))
                  }
                />
                {c.declined ? (
                  <small className={css.declined}>
                    <Trans>
                      No bid on this lane <DateTime at={c.declined} />
                    </Trans>
                    {reason && `: ${i18n._(reason)}`}
                  </small>
                ) : (
                  c.asked > 0 && (
                    <small>
                      <Plural value={c.asked} one="# request" other="# requests" />, <Trans>answered {c.answered}</Trans>,{' '}
                      <Trans>won {c.won}</Trans>
                    </small>
                  )
                )}
                {on && (
                  <div className={css.where}>
                    <TextInput
                      type="email"
                      size="xs"
                      aria-label={t`E-mail of ${c.name}`}
                      placeholder={t`E-mail`}
                      value={on.Email}
                      onChange={(e) => set({ ...on, Email: e.currentTarget.value.trim() })}
                    />
                    <Select
                      size="xs"
                      aria-label={t`Language of the mail to ${c.name}`}
                      allowDeselect={false}
                      data={languages}
                      value={on.Language ?? 'en'}
                      onChange={(l) => set({ ...on, Language: asLanguage(l ?? 'en') })}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
        <p className={css.quiet} role="status">
          <Plural value={value.length} _0="No carrier is chosen." one="# carrier is chosen." other="# carriers are chosen." />
        </p>
      </fieldset>
    )
  }
}

/** Who was asked before is likelier to be asked again; who declined this lane comes last. */
const likeliest = (a: QuoteCandidate, b: QuoteCandidate) =>
  Number(Boolean(a.declined)) - Number(Boolean(b.declined)) || b.won - a.won || b.asked - a.asked || a.name.localeCompare(b.name)

const asLanguage = (l: string): NonNullable<QuoteWhom['Language']> => (l.startsWith('es') ? 'es' : l.startsWith('fr') ? 'fr' : 'en')
