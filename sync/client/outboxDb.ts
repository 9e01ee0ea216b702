import Dexie, { type Table } from 'dexie'
import type { Env } from './env'
import { healing, noted, openOptions } from './idb'
import type { Mutation } from './mutation'
import type { FieldError } from './wire'

export interface Device {
  id: string
  keys: CryptoKeyPair
  publicKey: JsonWebKey
  createdAt: number
  retired: boolean
  /** The identity that the server knew this device by before: its key signs for this one. */
  inherits?: string
}

/** The one small record that every transaction of the outbox reads first. */
export interface Queue {
  key: 'queue'
  device: string
  nextSeq: number
  enrolled: boolean
  /** Who has worked on this device and has told the server so: it takes nobody else's work from it. */
  users: string[]
  epoch: string
  /** Server's clock minus ours, in ms. */
  offset: number
  recorded: number
  settledCount: number
  /** Highest seq of the current device that the server called settled and replicated, in this epoch. */
  settled: number
  replicated: number
  /** No mutation that was applied later than at this version has been forgotten in this epoch. */
  forgotten?: number
  nextAttemptAt: number
  failures: number
  fence: number
  /** The moment of the last action, in ms of the server's clock as well as it was known: none that follows is earlier. Absent before the first. */
  lastAt?: number
}

export interface BlobEntry {
  hash: string
  type: string
  size: number
  user: string
  addedAt: number
  offset: number
  attempts: number
  /** How often the server has refused it, as opposed to not having been reached. */
  refusals?: number
  nextAttemptAt: number
  state: 'waiting' | 'broken'
  code: string
}

/** Work that a person must look at again: the server said no, or it stands behind something that was refused. */
export interface TrayItem extends Pick<Mutation, 'n' | 'id' | 'device' | 'seq' | 'op' | 'args' | 'subjects' | 'at' | 'user'> {
  status: 'rejected' | 'parked'
  code: string
  params: Record<string, unknown>
  errors: FieldError[]
  row: Record<string, unknown> | null
  settledAt: number
}

/** What is kept of the outbox on this device. */
export class OutboxDb extends Dexie {
  declare meta: Table<Queue, string>
  declare devices: Table<Device, string>
  declare mutations: Table<Mutation, number>
  declare tray: Table<TrayItem, number>
  declare blobs: Table<BlobEntry, string>
  declare blobData: Table<{ hash: string; data: Uint8Array<ArrayBuffer> }, string>
  declare ballast: Table<{ id: number; bytes: Uint8Array }, number>
  constructor(name: string, env: Env) {
    super(name, openOptions(env, 'strict'))
    healing(this)
    // Frozen. Tablets hold unsent work in this shape: a change of it would be a migration of the only thing that cannot be fetched again.
    this.version(1).stores({
      meta: '&key',
      devices: '&id',
      mutations: '++n,&id,&[device+seq],[state+n]',
      tray: '&n,user',
      blobs: '&hash,state',
      blobData: '&hash',
      ballast: '&id',
    })
  }
}

export async function record(db: OutboxDb): Promise<Queue> {
  const queue = await db.meta.get('queue')
  if (!queue) throw new Error('the outbox has no queue record')
  return queue
}

/** The store itself, for what is done so often that Dexie's layers would be most of its time on a slow tablet. */
export function bare(db: OutboxDb): IDBDatabase {
  const idb = db.backendDB() as IDBDatabase | null // null while it is closed
  if (!idb) throw new Dexie.DatabaseClosedError()
  return idb
}

/** The same record outside of a transaction: it is looked at some ten times for each action. */
export function lookAtRecord(db: OutboxDb): Promise<Queue> {
  const read = noted(bare(db).transaction('meta')).objectStore('meta').get('queue') as IDBRequest<Queue | undefined>
  return new Promise((resolve, reject) => {
    read.onsuccess = () => (read.result ? resolve(read.result) : reject(new Error('the outbox has no queue record')))
    read.onerror = () => reject(read.error)
  })
}
