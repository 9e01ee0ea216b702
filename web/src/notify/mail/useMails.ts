import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'

/** Mails of the last weeks, or of one shipment; looked at again while one is on its way. */
export function useMails(shipment = '') {
  const refusal = useRefusal()
  const asked = useCall(
    'Notify/Mails',
    { ShipmentId: shipment },
    { everyMs: (list) => list?.mails.some((m) => m.state === 'waiting') && 4_000 },
  )
  const sendAgain = async (mail: string) => {
    try {
      await submit('Notify/SendMail', { MailId: mail })
    } catch (err) {
      toasts.bad(refusal.whole(err))
    }
    asked.remote.again()
  }
  return { ...asked, sendAgain }
}
