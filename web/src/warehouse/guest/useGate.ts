import type { Ops } from '@sync/gen/api'
import { useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { kept } from '@/kit/guest/kept'
import { newId } from '@/kit/guest/newId'
import { type Draft, useAnswer } from '@/kit/guest/useAnswer'
import { type Trouble, troubleOf, useLink } from '@/kit/guest/useLink'

export type Shown = Ops['Gate/Open']['resp']
export type Visit = NonNullable<Shown['visit']>
export type Said = Omit<Ops['Gate/CheckIn']['req'], 'Token' | 'clientId' | 'CheckInId' | 'Language' | 'Correction'>

/** What a driver types at the gate. It has its id from the first letter on: sent twice, it is one visit. What is changed after it was sent corrects it, since the
 * reply may have been lost alone. */
interface Typed extends Draft {
  id: string
  sent: boolean
  correction?: number // how often; a draft of before has none
  said: Said
}

interface Leaving extends Draft {
  /** The trailer that was brought stays here. */
  stays?: boolean
  /** Number of another one that goes along. */
  takes?: string
  seal: string
}

const nothing: Typed = {
  id: '',
  sent: false,
  correction: 0,
  said: { Number: '', DriverName: '', Carrier: '', LicensePlate: '', TrailerNumber: '', SealNumber: '', PhoneNumber: '', Agrees: false },
  waiting: false,
  at: 0,
}

const staying: Leaving = { seal: '', stays: false, takes: '', waiting: false, at: 0 }

// Behind the # stands G and the sign's secret, which travels to no server by itself.
const at = new URL(location.href)
const sign = at.hash.slice(2) || '-'
const client = decodeURIComponent(at.pathname.split('/')[2] ?? '')
const key = `lading.gate.${client}.${sign.slice(-6)}`
const ticketAt = `${key}.ticket`
/** Who drives comes again with the same name and truck. */
const driverAt = 'lading.gate.driver'

/** A driver's visit on the driver's own phone: the form, then where to go, asked for again by itself. */
export function useGate(language: Ops['Gate/CheckIn']['req']['Language']) {
  const [ticket, setTicket] = useState(() => kept.read<string>(ticketAt) ?? '')
  const hold = (to: string) => {
    setTicket(to)
    if (to) kept.write(ticketAt, to)
    else kept.drop(ticketAt)
  }
  const link = useLink<Shown>({
    key: `${key}.shown`,
    ask: async () => {
      if (ticket)
        try {
          return await ask('Gate/Visit', { Token: ticket, clientId: client })
        } catch (err) {
          if (!(err instanceof Refused) || (err.status !== 404 && err.status !== 410)) throw err
          hold('') // a visit of days ago: the sign begins another
        }
      return ask('Gate/Open', { Token: sign, clientId: client })
    },
    now: () => null,
    open: (s) => s.visit !== null && s.visit.state !== 'left',
  })
  const [stuck, setStuck] = useState<Trouble>()
  const [fresh] = useState((): Typed => ({ ...nothing, said: { ...nothing.said, ...kept.read<Partial<Said>>(driverAt) } }))
  const work = useAnswer<Typed, Shown>({
    key: `${key}.draft`,
    nothing: fresh,
    link,
    later: true,
    send: async ({ id, correction, said }) => {
      const shown = await ask('Gate/CheckIn', {
        ...said,
        Token: sign,
        clientId: client,
        CheckInId: id,
        Correction: correction ?? 0,
        Language: language,
      })
      hold(shown.ticket ?? '')
      const { DriverName, Carrier, LicensePlate, PhoneNumber } = said
      kept.write(driverAt, { DriverName, Carrier, LicensePlate, PhoneNumber })
      return shown
    },
  })
  const leaving = useAnswer<Leaving, Shown>({
    key: `${key}.leaving`,
    nothing: staying,
    link,
    later: true,
    send: ({ seal, stays, takes }) =>
      ask('Gate/CheckOut', {
        Token: ticket,
        clientId: client,
        SealNumber: seal,
        TrailerStays: stays ?? false, // a draft of an earlier version says nothing of it
        TrailerNumber: takes ?? '',
      }),
  })
  return {
    link,
    work: { ...work, send: () => work.send({ sent: true }) },
    leaving,
    type: (part: Partial<Said>) =>
      work.type({
        id: work.draft.id || newId(),
        correction: (work.draft.correction ?? 0) + (work.draft.sent || work.sending ? 1 : 0),
        sent: false,
        said: { ...work.draft.said, ...part },
      }),
    /** Begins another visit: the one that is over stays as it was. */
    another: async () => {
      setStuck(undefined)
      try {
        const shown = await ask('Gate/Open', { Token: sign, clientId: client })
        hold('')
        link.hear(shown)
      } catch (err) {
        setStuck(troubleOf(err))
      }
    },
    /** Why another visit could not be begun. */
    stuck,
  }
}
export type Gate = ReturnType<typeof useGate>
