import { InfiniteQueryObserver, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { type ListingQuery, listingQuery } from './items-query.ts'
import { useSort } from './sort.ts'

type Options = ReturnType<typeof listingQuery>

/** What is loaded of folders, by id. */
export type Branches = ReadonlyMap<number, ListingQuery>

const observerOf = (queries: QueryClient, options: Options) => new InfiniteQueryObserver(queries, options)

interface Observed {
  readonly observer: ReturnType<typeof observerOf>
  readonly stop: () => void
}

/** Follows the lists of as many folders as are open, which no number of hooks could. */
class BranchStore {
  readonly #queries: QueryClient
  readonly #observed = new Map<number, Observed>()
  readonly #listeners = new Set<() => void>()
  #results: Branches = new Map()

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Branches => this.#results

  /** Follows these lists and no others. */
  observe(wanted: ReadonlyMap<number, Options>): void {
    for (const [folder, { stop }] of this.#observed) {
      if (wanted.has(folder)) continue
      stop()
      this.#observed.delete(folder)
    }
    for (const [folder, options] of wanted) {
      const known = this.#observed.get(folder)
      if (known) {
        known.observer.setOptions(options)
        continue
      }
      const observer = observerOf(this.#queries, options)
      this.#observed.set(folder, { observer, stop: observer.subscribe(this.#tell) })
    }
    this.#tell()
  }

  readonly #tell = (): void => {
    this.#results = new Map([...this.#observed].map(([folder, { observer }]) => [folder, observer.getCurrentResult()]))
    for (const listener of this.#listeners) listener()
  }
}

/** The lists of the folders that are expanded; `follow` says which, once that is known. */
export function useBranches(roomId: number): { readonly branches: Branches; readonly store: BranchStore; readonly roomId: number } {
  const queries = useQueryClient()
  const [store] = useState(() => new BranchStore(queries))
  return { branches: useSyncExternalStore(store.subscribe, store.read), store, roomId }
}

/** Keeps the lists of these folders loaded and up to date. */
export function useFollowed({ store, roomId }: ReturnType<typeof useBranches>, folders: readonly number[]): void {
  const api = useApi()
  const [sort] = useSort()
  const ids = folders.join()
  useEffect(() => {
    const wanted = ids === '' ? [] : ids.split(',').map(Number)
    store.observe(new Map(wanted.map((folder) => [folder, listingQuery(api, roomId, folder, sort)])))
  }, [store, api, roomId, sort, ids])
  useEffect(() => () => store.observe(new Map()), [store])
}
