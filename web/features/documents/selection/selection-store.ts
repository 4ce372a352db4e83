import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { NOTHING, type Selection } from './selection.ts'

interface SelectionStore {
  read(): Selection
  write(selection: Selection): void
  subscribe(listener: () => void): () => void
}

function createStore(): SelectionStore {
  const listeners = new Set<() => void>()
  let held = NOTHING
  return {
    read: () => held,
    write(selection) {
      held = selection
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The next session has another query client, so it begins with nothing selected. */
const stores = new WeakMap<QueryClient, SelectionStore>()

/** The selection outlasts the list, so that a document can be read meanwhile. */
export function useStoredSelection(): readonly [Selection, SelectionStore] {
  const queries = useQueryClient()
  const store = stores.get(queries) ?? createStore()
  stores.set(queries, store)
  return [useSyncExternalStore(store.subscribe, store.read), store]
}
