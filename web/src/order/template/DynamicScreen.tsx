import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { readDraft } from '@/kit/form/draft'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { Skeleton } from '@/kit/ui'
import { Labelled } from '../multiple/Labelled'
import css from '../multiple/Multiple.module.css'
import { MultipleScreen } from '../multiple/MultipleScreen'
import type { MultipleSearch } from '../multiple/search'
import { templateColumns } from './columns'
import { TemplateEditor } from './TemplateEditor'

const draftOf = (template: string) => `multiple.items.${template}`

/** Multiple orders under the columns of a template that the organisation made for them. */
export function DynamicScreen({ search }: { search: MultipleSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const refusal = useRefusal()
  const { data, remote, loading } = useCall('Shipment/GetPendingOrderColumnDetails', undefined, { staleMs: 60_000 })
  const [editing, setEditing] = useState<'new' | 'this'>()
  const templates = data?.Templates ?? []
  // What is typed under all columns, because no template was known, stays in sight when the templates come by themselves, and when the page is opened again.
  const [bare, setBare] = useState(() => readDraft(draftOf('')) !== undefined)
  if (!bare && !data && remote.offline) setBare(true)
  const template = bare ? undefined : (templates.find((x) => x.id === search.template) ?? templates[0])
  const columns = useMemo(() => (template ? templateColumns(template.columns) : undefined), [template])
  const show = (id: string | undefined) => {
    setBare(false)
    void navigate({ to: '.', search: { ...search, template: id } })
  }
  if (loading) return <Skeleton height={220} animate={false} aria-busy="true" /> // nothing is typed under columns that go in a moment
  return (
    <MultipleScreen
      key={template?.id ?? ''}
      search={{ ...search, ...(template ? { template: template.id } : {}) }}
      title={t`Multiple orders from a template`}
      {...(columns ? { columns } : {})}
      draft={draftOf(template?.id ?? '')}
    >
      <div className={`${css.bar} ${css.level} no-print`}>
        {remote.refused && (
          <p role="alert">{typeof remote.refused === 'string' ? remote.refused : refusal.ofCode('something-went-wrong', {})}</p>
        )}
        {templates.length > 0 && (
          <Labelled label={t`Template`}>
            {(id) => (
              <PlainSelect id={id} value={template?.id ?? ''} onChange={(e) => show(e.currentTarget.value)}>
                {!template && <option value="">{t`All columns`}</option>}
                {templates.map((x) => (
                  <option key={x.id} value={x.id}>
                    {x.name}
                  </option>
                ))}
              </PlainSelect>
            )}
          </Labelled>
        )}
        {data && templates.length === 0 && (
          <p className={css.sum}>
            <Trans>No template yet: all columns are shown.</Trans>
          </p>
        )}
        {template && (
          <PlainButton onClick={() => setEditing('this')} aria-expanded={editing === 'this'}>
            <Trans>Change the template</Trans>
          </PlainButton>
        )}
        <PlainButton onClick={() => setEditing('new')} aria-expanded={editing === 'new'} disabled={!data}>
          <Trans>New template</Trans>
        </PlainButton>
        {template && (
          <PlainButton
            onClick={() =>
              void submit('Order/DropTemplate', { TemplateId: template.id })
                .then(() => {
                  show(undefined)
                  remote.again()
                })
                .catch((err) => refusal.tell(err))
            }
          >
            <Trans>Delete the template</Trans>
          </PlainButton>
        )}
      </div>
      {editing && data && (
        <TemplateEditor
          key={editing + (template?.id ?? '')}
          every={data.Columns}
          template={editing === 'this' ? template : undefined}
          close={(saved) => {
            setEditing(undefined)
            if (saved) {
              show(saved)
              remote.again()
            }
          }}
        />
      )}
    </MultipleScreen>
  )
}
