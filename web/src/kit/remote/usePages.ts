import type { Ops } from '@sync/gen/api'
import { CallError, NoContact } from '@sync/wire'
import { useQuery } from '@tanstack/react-query'
import { useRefusal } from './refusal'
import { theRemote } from './remote'
import { type Called, queries } from './useCall'
import { useContactBack } from './useContactBack'

const most = 40 // pages; nobody reads more, and a server that never ends must not keep us

/** An op that answers page by page. */
type Paged = { [N in keyof Ops & string]: Ops[N] extends { req: { after?: string }; resp: { next: string } } ? N : never }[keyof Ops &
  string]

/** Reads all pages of what is not kept on the device, one after another. The request is of one page; `after` is ours. */
export function usePages<N extends Paged>(op: N, request: Ops[N]['req']): Called<Ops[N]['resp'][]> {
  const refusal = useRefusal()
  const query = useQuery(
    {
      queryKey: [op, request, 'pages'],
      staleTime: 10_000,
      networkMode: 'always',
      retry: false,
      queryFn: async () => {
        const pages: Ops[N]['resp'][] = []
        for (let after = ''; pages.length < most; ) {
          const page = (await theRemote().call(op, { ...request, ...(after ? { after } : {}) })) as Ops[N]['resp'] // the server's answer, typed by its declaration
          pages.push(page)
          if (!page.next) break
          after = page.next
        }
        return pages
      },
    },
    queries,
  )
  const lost = query.error instanceof NoContact
  useContactBack({
    missedAt: lost && query.fetchStatus === 'idle' ? query.errorUpdatedAt : undefined,
    got: query.isSuccess,
    again: () => void query.refetch({ cancelRefetch: false }),
  })
  return {
    data: query.data,
    loading: query.isPending && query.fetchStatus !== 'idle',
    remote: {
      again: () => void query.refetch(),
      offline: lost || undefined,
      refused: query.error instanceof CallError ? refusal.whole(query.error) : undefined,
      head: refusal.head(query.error),
    },
  }
}
