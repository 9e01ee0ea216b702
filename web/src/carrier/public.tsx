import { openForm } from '@/kit/form/FormDialog'
import { useCan } from '@/kit/remote/can'
import { addForm } from './addForm'

export { Marks } from './manage/Marks'

/** The front door of the carriers. Asks for a new one; its SCAC comes back, or undefined where the person thought better of it. */
export const addCarrier = async () => (await openForm(addForm, { RateModes: ['LTL'] }))?.Carrier.id

/** Whether the signed-in user may add a carrier: who keeps carriers, tenders to them, or receives by them. */
export function useMayAddCarrier(): boolean {
  const [keeps, tenders, receives] = [useCan('manage-carriers'), useCan('tender'), useCan('receive')]
  return keeps || tenders || receives
}
