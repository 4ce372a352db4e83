import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { FolderFollower, type FolderQuery } from '../folder/folder-query.ts'
import type { ListedFolder } from '../list/items-query.ts'
import { useSort } from '../list/sort.ts'
import type { BranchSource } from './tree-rows.ts'

interface Followed {
  readonly queries: ReadonlyMap<number, FolderQuery>
  readonly sources: ReadonlyMap<number, BranchSource>
}

const isSame = (one: Followed['sources'], other: Followed['sources']) =>
  one.size === other.size && [...one].every(([folder, source]) => other.get(folder) === source)

/** The number of hooks must not vary with open folders. */
class BranchStore {
  readonly #api: Api
  readonly #queries: QueryClient
  readonly #followers = new Map<number, FolderFollower>()
  readonly #listeners = new Set<() => void>()
  #followed: Followed = { queries: new Map(), sources: new Map() }

  constructor(api: Api, queries: QueryClient) {
    this.#api = api
    this.#queries = queries
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Followed => this.#followed

  observe(wanted: readonly ListedFolder[]): void {
    for (const [folder, follower] of this.#followers) {
      if (wanted.some(({ parent }) => parent === folder)) continue
      follower.stop()
      this.#followers.delete(folder)
    }
    for (const listed of wanted) {
      const known = this.#followers.get(listed.parent)
      if (known) known.list(listed)
      else
        this.#followers.set(
          listed.parent,
          new FolderFollower(this.#api, this.#queries, listed, this.#notify),
        )
    }
    this.#notify()
  }

  want(windows: ReadonlyMap<number, readonly number[]>): void {
    for (const [folder, follower] of this.#followers) follower.want(windows.get(folder) ?? [])
    this.#notify()
  }

  readonly #notify = (): void => {
    const known = [...this.#followers].map(
      ([folder, follower]) => [folder, follower.read()] as const,
    )
    const sources = new Map(known.map(([folder, { source }]) => [folder, source]))
    this.#followed = {
      queries: new Map(known.map(([folder, { query }]) => [folder, query])),
      sources: isSame(sources, this.#followed.sources) ? this.#followed.sources : sources,
    }
    for (const listener of this.#listeners) listener()
  }
}

export function useBranches(): Followed & { readonly store: BranchStore } {
  const api = useApi()
  const queries = useQueryClient()
  const [store] = useState(() => new BranchStore(api, queries))
  return { ...useSyncExternalStore(store.subscribe, store.read), store }
}

export function useFollowed(store: BranchStore, roomId: number, folders: readonly number[]): void {
  const [sort] = useSort()
  const ids = folders.join()
  useLayoutEffect(() => {
    store.observe(ids.split(',').map((id) => ({ roomId, parent: Number(id), sort })))
  }, [store, roomId, sort, ids])
  useEffect(() => () => store.observe([]), [store])
}
