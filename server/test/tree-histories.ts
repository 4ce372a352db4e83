import { isDeepStrictEqual } from 'node:util'
import { madeId } from './tree-changes.ts'
import { type Change, type ModelItem, type Outcome, TreeModel } from './tree-model.ts'

/** A change with its outcome, and when it was asked for and answered. */
export interface Performed {
  readonly change: Change
  readonly outcome: Outcome
  readonly began: number
  readonly ended: number
}

/**
 * Whether there is an order in which the changes, one after the other, have these outcomes and end in these items. The changes of a client
 * stay in their order, and what was answered before another was asked for comes before it.
 */
export function isExplained(start: readonly ModelItem[], clients: readonly (readonly Performed[])[], end: readonly ModelItem[]): boolean {
  const failed = new Set<string>()
  const search = (model: TreeModel, done: readonly number[]): boolean => {
    const next = clients.map((performed, client) => performed[done[client] ?? 0])
    if (next.every((change) => change === undefined)) return model.matches(end)
    const key = JSON.stringify([done, model.items])
    if (failed.has(key)) return false
    const firstEnd = Math.min(...next.map((each) => each?.ended ?? Number.POSITIVE_INFINITY))
    const found = next.some((each, client) => {
      if (!each || each.began > firstEnd) return false
      const after = model.clone()
      if (!isDeepStrictEqual(after.apply(each.change, madeId(each.outcome)), each.outcome)) return false
      return search(
        after,
        done.map((count, index) => (index === client ? count + 1 : count)),
      )
    })
    if (!found) failed.add(key)
    return found
  }
  return search(
    new TreeModel(start),
    clients.map(() => 0),
  )
}
