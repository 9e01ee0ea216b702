import { Columns } from './Columns'
import { FindMany } from './FindMany'
import type { List } from './list'
import { Views } from './Views'

/** What changes how a list is looked at: all of it opens by a hand, so it is fetched behind the first rows. */
export function Tools({ list }: { list: List<object> }) {
  return (
    <>
      <FindMany ids={list.ids} onIds={list.setIds} />
      <Views list={list.name} user={list.user} view={list.view} apply={list.apply} />
      <Columns list={list} />
    </>
  )
}
