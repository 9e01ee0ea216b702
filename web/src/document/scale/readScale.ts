import { call } from '@sync/call'
import type { DocumentWeight } from '@sync/gen/api'
import type { DocumentAgent } from '@sync/gen/tables'
import { CallError, NoContact } from '@sync/wire'
import { theRemote } from '@/kit/remote/remote'
import { ask } from '../print/agent'

// The print computer listens to its scale for three seconds before it says that it heard nothing.
const patience = 6_000

/** Nobody on this network answers for a scale, and the server cannot be asked. */
export class NoScaleReached extends Error {}

/** Reads the scale of a warehouse: through the server, or from the print computer of this network where there is no contact. Throws CallError with the reason. */
export async function readScale(warehouse: string, agents: readonly DocumentAgent[], user: string): Promise<DocumentWeight['weight']> {
  if (theRemote().status().contact !== 'offline')
    try {
      return (await call('Utils/GetWeightfromMachine', { Warehouse: warehouse }, { timeout: 12_000 })).weight
    } catch (err) {
      if (!(err instanceof NoContact)) throw err
    }
  for (const agent of agents)
    for (const address of agent.addresses) {
      let res: Response
      let said: { code?: string; weight?: DocumentWeight['weight'] }
      try {
        res = await ask(agent, address, `/scale?userId=${encodeURIComponent(user)}`, {}, patience)
        said = (await res.json()) as typeof said // the agent's own words
      } catch {
        continue // not this address
      }
      if (res.ok && said.weight) return said.weight
      throw new CallError(res.status, said.code ?? 'scale-unreadable')
    }
  throw new NoScaleReached('no print computer with a scale answers here')
}
