import type { ReactNode } from 'react'
import { useUserId } from '../remote/user'
import type { ListSpec } from './defineList'
import { ListFrame } from './ListScreen'
import type { Shelf } from './shelf'
import { useLook } from './useLook'
import { useStored } from './useStored'

interface StoredListProps<R extends { id: string }> {
  spec: ListSpec<R>
  shelf: Shelf<R>
  /** Tells apart what is on the shelf. */
  name: string
  children?: ReactNode
}

/** A list as a screen, of rows that stay in the device's store until they are looked at: for as many as there may be. */
export function StoredList<R extends { id: string }>({ spec, shelf, name, children }: StoredListProps<R>) {
  const list = useStored(useLook(spec, useUserId()), shelf, name)
  return <ListFrame list={list}>{children}</ListFrame>
}
