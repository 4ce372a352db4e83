import { AsyncLocalStorage } from 'node:async_hooks'
import type { BlobId, BlobStore } from '../../platform/blob/blob-store.ts'
import type { Database } from '../../platform/db/connect.ts'

export class Stop extends Error {}

export function failingAfter(database: Database, transactions: number): Database {
  let begun = 0
  return {
    ...database,
    transaction(work) {
      begun += 1
      return begun > transactions ? Promise.reject(new Stop()) : database.transaction(work)
    },
  }
}

interface OpenScope {
  isOpen: boolean
}

export interface WatchedDatabase {
  readonly database: Database
  /** An object storage asks the database before it lists or removes. */
  watchBlobs<Store extends BlobStore>(blobs: Store): Store
  /** @throws Error if work within a transaction took another connection */
  requireOneConnection(): void
}

/** A full pool never serves work that waits for a second connection while it holds the first. */
export function watchConnections(database: Database): WatchedDatabase {
  const scopes = new AsyncLocalStorage<OpenScope>()
  const seconds = new Set<string>()
  const note = (what: string): void => {
    if (scopes.getStore()?.isOpen)
      seconds.add(new Error(`${what} within a transaction`).stack ?? what)
  }
  for (const pool of new Set([database.pool, database.direct])) {
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
    Object.assign(pool, {
      connect(...args: unknown[]) {
        note('a second connection')
        return connect(...args)
      },
    })
  }
  return {
    database: {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          const scope = { isOpen: true }
          try {
            return await scopes.run(scope, () => work(tx))
          } finally {
            scope.isOpen = false
          }
        }),
    },
    watchBlobs(blobs) {
      const { remove, list } = blobs
      return Object.assign(blobs, {
        remove(id: BlobId) {
          note('a removal of a blob')
          return remove.call(blobs, id)
        },
        list() {
          note('a list of blobs')
          return list.call(blobs)
        },
      })
    },
    requireOneConnection() {
      if (seconds.size > 0) throw new Error([...seconds].join('\n\n'))
    },
  }
}
