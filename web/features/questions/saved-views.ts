import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Stored, storedInBrowser } from '../../lib/browser/stored.ts'
import type { ThreadFilter } from './threads-query.ts'

/** What a list shows. A topic or group that is gone finds nothing, which can be cleared. */
const filter = z.object({
  type: z.enum(['QUESTION', 'REQUEST']).optional(),
  state: z.union([z.string(), z.array(z.string())]).optional(),
  topicId: z.string().optional(),
  groupId: z.number().optional(),
  assignee: z.number().optional(),
  priority: z.enum(['LOW', 'NORMAL', 'HIGH']).optional(),
  unread: z.boolean().optional(),
  overdue: z.boolean().optional(),
  sort: z.enum(['updatedAt', 'number', 'due', 'priority', 'state']).optional(),
})
const views = z.array(z.object({ name: z.string(), filter }))

export interface SavedView {
  readonly name: string
  readonly filter: ThreadFilter
}

const stores = new Map<number, Stored<readonly SavedView[]>>()

function storeOf(memberId: number): Stored<readonly SavedView[]> {
  const known = stores.get(memberId)
  if (known) return known
  const made = storedInBrowser<readonly SavedView[]>(`questions-views-${memberId}`, (value) => {
    const parsed = views.safeParse(value)
    return parsed.success ? (parsed.data as readonly SavedView[]) : undefined
  })
  stores.set(memberId, made)
  return made
}

const NONE: readonly SavedView[] = []

/** Filters that a person keeps in this browser. They hold no text. */
export function useSavedViews(memberId: number) {
  const store = storeOf(memberId)
  const saved = useSyncExternalStore(store.subscribe, store.read) ?? NONE
  return {
    saved,
    save: (name: string, kept: ThreadFilter) => store.write([...saved.filter((view) => view.name !== name), { name, filter: kept }]),
    remove: (name: string) => store.write(saved.filter((view) => view.name !== name)),
  }
}
