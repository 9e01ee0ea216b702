import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'

/** Mails of the last weeks; looked at again while one is on its way. */
export function useMails() {
  const asked = useCall('Notify/Mails', {}, { everyMs: (list) => list?.mails.some((m) => m.state === 'waiting') && 4_000 })
  return { ...asked, sendAgain: useSendAgain(asked.remote.again) }
}

/** What was mailed about one shipment, by its key or number. */
export function useConversations(shipment: string) {
  const asked = useCall(
    'Shipment/EmailConversations',
    { uniquename: shipment },
    { staleMs: 0, everyMs: (list) => list?.some((m) => m.State === 'waiting') && 4_000 },
  )
  return { ...asked, sendAgain: useSendAgain(asked.remote.again) }
}

function useSendAgain(then: () => void) {
  const refusal = useRefusal()
  return async (mail: string) => {
    try {
      await submit('Notify/SendMail', { MailId: mail })
    } catch (err) {
      refusal.tell(err)
    }
    then()
  }
}
