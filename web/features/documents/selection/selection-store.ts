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

const stores = new WeakMap<QueryClient, SelectionStore>()

export function useStoredSelection(): readonly [Selection, SelectionStore] {
  const queries = useQueryClient()
  const store = stores.get(queries) ?? createStore()
  stores.set(queries, store)
  return [useSyncExternalStore(store.subscribe, store.read), store]
}
