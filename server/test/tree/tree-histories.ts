import { isDeepStrictEqual } from 'node:util'
import { madeId } from './tree-changes.ts'
import { type ModelItem, type TreeChange, TreeModel, type TreeOutcome } from './tree-model.ts'

export interface Performed {
  readonly change: TreeChange
  readonly outcome: TreeOutcome
  readonly began: number
  readonly ended: number
}

/** Returns true if a serial order explains all outcomes, in each client's and real-time order. */
export function isExplained(
  start: readonly ModelItem[],
  clients: readonly (readonly Performed[])[],
  end: readonly ModelItem[],
): boolean {
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
      if (!isDeepStrictEqual(after.apply(each.change, madeId(each.outcome)), each.outcome))
        return false
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
