import { openForm } from '@/kit/form/FormDialog'
import { addForm } from './addForm'

/** The front door of the carriers. Asks for a new one; its SCAC comes back, or undefined where the person thought better of it. */
export const addCarrier = async () => (await openForm(addForm, { RateModes: ['LTL'] }))?.Carrier.id
