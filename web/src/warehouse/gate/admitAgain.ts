import { msg } from '@lingui/core/macro'
import { working } from '@sync/client'
import type { WarehouseAdmitReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { choiceOf, Toggle } from '@/kit/form/inputs'
import { useRows } from '@/kit/remote/useRows'

type Typed = Pick<WarehouseAdmitReq, 'Door' | 'OverlapSeen'>

/**
 * A truck that was admitted to a door which another has: where it stands now, or that both stand there. One that was told under the id of another gets an id of its own.
 */
export async function admitAgain(args: WarehouseAdmitReq, code: string): Promise<object | undefined> {
  const useDoors = () =>
    useRows(
      async (db) => ((await db.warehouse_site.get(args.WarehouseId))?.doors ?? []).map((d) => ({ value: d, label: d })),
      [args.WarehouseId],
    )
  const typed = await openForm(
    defineForm<Typed, Typed>('Warehouse/AdmitTruck', {
      title: msg`Admit a truck`,
      fields: {
        Door: { label: msg`Door where the truck stands`, input: choiceOf(useDoors), required: true },
        OverlapSeen: { label: msg`Two trucks stand at this door`, input: Toggle },
      },
      subject: () => `again ${args.AdmissionId}`,
      run: (typed) => Promise.resolve(typed as Typed), // this form's own values, which the tray sends
      submit: msg`Save`,
    }),
    { Door: args.Door ?? '', OverlapSeen: args.OverlapSeen ?? false },
  )
  const own = code === 'gate-admission-other' ? { AdmissionId: working().outbox.newId() } : {}
  return typed && { ...args, ...own, Door: typed.Door ?? '', OverlapSeen: typed.OverlapSeen ?? false }
}
