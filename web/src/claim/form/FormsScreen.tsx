import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ClaimForm } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { offerUndo } from '@/kit/list/undo'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { forms } from './forms'
import { MapScreen } from './MapScreen'
import { UploadForm } from './UploadForm'

export interface FormSearch {
  form?: string
}

/** Page 106: the claim forms, and what each field of one of them takes from a claim. */
export function FormsScreen({ search, go }: { search: FormSearch; go: (search: FormSearch) => void }) {
  const got = useCall('Claim/Forms', undefined)
  const { act } = useAct()
  const may = useCan('manage-claims')
  const spec = useMemo<ListSpec<ClaimForm>>(
    () => ({
      ...forms,
      name: forms.list,
      actions: may
        ? [
            { label: msg`Map fields`, main: true, run: (f) => go({ form: f.FormId }) },
            { label: msg`Change`, run: (f) => openForm(forms.form, f) },
            {
              label: msg`Delete`,
              hard: true,
              run: async (f) => {
                await theRemote().submit(forms.end, { Id: f.FormId })
                const name = f.Name
                offerUndo(msg`Deleted: ${name}`, () => act(() => theRemote().submit(forms.restore, { Id: f.FormId })))
              },
            },
          ]
        : [],
    }),
    [may, act, go],
  )
  const open = got.data?.find((f) => f.FormId === search.form)
  if (search.form && (open || !got.data)) return <MapScreen key={search.form} form={open} remote={got.remote} leave={() => go({})} />
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {may && (
        <UploadForm
          main
          label={<Trans>Upload PDF form</Trans>}
          take={async (file) => {
            const made = await openForm(forms.form, { FileId: file.FileId, Name: file.Name.replace(/\.pdf$/i, ''), Maps: file.Likely })
            if (made) go({ form: made.FormId })
          }}
        />
      )}
    </ListScreen>
  )
}
