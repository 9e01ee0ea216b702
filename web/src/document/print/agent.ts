import type { DocumentAgent, DocumentPrint } from '@sync/gen/tables'
import { useSyncExternalStore } from 'react'
import type { Bill, BillSignature } from '../compose'
import type { Label } from '../label'
import type { PackingList } from '../packing'
import type { PaperKind } from './batch'

/** What a paper is made of; the print computer sets it with the server's own code. */
export interface Paper {
  kind: PaperKind
  name: string
  bill?: Bill & { signatures: BillSignature[] }
  packing?: PackingList
  labels?: Label[]
}

export interface LocalPrint {
  printId: string
  attempt: number
  printer: string
  language: string
  copies: number
  paper: Paper
}

/** How far a print is that went straight to the print computer; the server hears of it later. */
export interface LocalState {
  state: DocumentPrint['state'] | 'unreached'
  answer: string
  params?: Record<string, unknown>
}

// The server's row takes over when it comes; until then only this tab knows.
const states = new Map<string, LocalState>()
const watchers = new Set<() => void>()
const set = (id: string, state: LocalState) => {
  states.set(id, state)
  for (const w of watchers) w()
}
const watch = (then: () => void) => {
  watchers.add(then)
  return () => {
    watchers.delete(then)
  }
}
export const useLocalState = (id: string) => useSyncExternalStore(watch, () => states.get(id))

const patience = 3_000

/** Asks a print computer of this network. */
export async function ask(agent: DocumentAgent, address: string, path: string, init: RequestInit = {}, wait = patience): Promise<Response> {
  return fetch(address + path, {
    ...init,
    headers: { Authorization: `Bearer ${agent.localKey}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(wait),
    // From a page of the internet this asks for Chromium's permission for the local network, which also lifts the ban on plain HTTP there.
    ...(location.protocol === 'https:' ? { targetAddressSpace: 'local' } : {}),
  })
}

/** Hands a print to a print computer of this network, and follows it. The same print may come by the server too: its name makes it one. */
export async function throughAgent(agent: DocumentAgent, print: LocalPrint): Promise<LocalState> {
  for (const address of agent.addresses) {
    let res: Response
    try {
      res = await ask(agent, address, '/print', { method: 'POST', body: JSON.stringify(print) })
    } catch {
      continue // not this address
    }
    const said: unknown = await res.json().catch(() => ({}))
    if (!res.ok) {
      // the agent's own words: { code }
      const state: LocalState = { state: 'failed', answer: (said as { code?: string }).code ?? 'something-went-wrong' }
      set(print.printId, state)
      return state
    }
    set(print.printId, said as LocalState)
    void follow(agent, address, print)
    return said as LocalState
  }
  const state: LocalState = { state: 'unreached', answer: '' }
  set(print.printId, state)
  return state
}

const over = (s: LocalState) => s.state === 'printed' || s.state === 'failed' || s.state === 'cancelled'

async function follow(agent: DocumentAgent, address: string, { printId, attempt }: LocalPrint) {
  for (let tries = 0; tries < 600; tries++) {
    await new Promise((r) => setTimeout(r, tries < 20 ? 300 : 2_000))
    try {
      const res = await ask(agent, address, `/print?key=${encodeURIComponent(`${printId}/${attempt}`)}`)
      if (!res.ok) return
      const state = (await res.json()) as LocalState // as above
      set(printId, state)
      if (over(state)) return
    } catch {
      // out of its reach for a moment
    }
  }
}
