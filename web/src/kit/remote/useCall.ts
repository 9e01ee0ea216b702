import { watchCommands } from '@sync/call'
import type { Ops } from '@sync/gen/api'
import { CallError, NoContact } from '@sync/wire'
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { Words } from '../words/words'
import { refetchAfter } from './refetch'
import { useRefusal } from './refusal'
import { theRemote } from './remote'
import { useContactBack } from './useContactBack'

/** Given to each query instead of to a provider, so that it comes with the first screen that asks the server, not with the sign-in. */
export const queries = new QueryClient()
watchCommands((op) => refetchAfter(queries, op))

export interface Called<T> {
  data: T | undefined
  /** For ListScreen and DetailScreen: why there is nothing, or how old it is. */
  remote: { refused?: Words; head?: string | undefined; offline?: boolean; asOf?: number; again: () => void }
  loading: boolean
}

/** Reads what is not kept on the device. Without a connection the last answer is shown, with its age. */
export function useCall<N extends keyof Ops & string>(
  op: N,
  request: Ops[N]['req'],
  options: { enabled?: boolean; staleMs?: number; everyMs?: (data: Ops[N]['resp'] | undefined) => number | false | undefined } = {},
): Called<Ops[N]['resp']> {
  const refusal = useRefusal()
  const query = useQuery(
    {
      queryKey: [op, request],
      enabled: options.enabled ?? true,
      staleTime: options.staleMs ?? 10_000,
      refetchInterval: (q) => options.everyMs?.(q.state.data?.value as Ops[N]['resp'] | undefined) || false,
      // The browser's own idea of being online is not asked: it is wrong behind a captive portal and on a dead server.
      networkMode: 'always',
      retry: (failures, err) => err instanceof NoContact && err.reason === 'timeout' && failures < 2,
      queryFn: async () => {
        try {
          return { value: await theRemote().call(op, request as object), asOf: undefined } // every request of the contract is an object
        } catch (err) {
          const kept = err instanceof NoContact ? await theRemote().lastAnswer(op, request as object | undefined) : undefined
          if (kept) return { value: kept.value, asOf: kept.at }
          throw err
        }
      },
    },
    queries,
  )
  const again = () => void query.refetch()
  const lost = query.error instanceof NoContact
  const missed = (options.enabled ?? true) && query.fetchStatus === 'idle' && (lost || query.data?.asOf !== undefined)
  useContactBack({
    missedAt: missed ? (lost ? query.errorUpdatedAt : query.dataUpdatedAt) : undefined,
    got: query.isSuccess && query.data.asOf === undefined,
    again: () => void query.refetch({ cancelRefetch: false }), // two parts of a screen may ask the same
  })
  return {
    data: query.data?.value as Ops[N]['resp'] | undefined, // the server's answer, typed by its declaration
    loading: query.isPending && query.fetchStatus !== 'idle',
    remote: {
      again,
      asOf: query.data?.asOf,
      offline: lost || undefined,
      refused: query.error instanceof CallError ? refusal.whole(query.error) : undefined,
      head: refusal.head(query.error),
    },
  }
}
