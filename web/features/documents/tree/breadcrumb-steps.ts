export interface FoldedPath<T> {
  readonly head: readonly T[]
  readonly folded: readonly T[]
  readonly tail: readonly T[]
}

export function foldPath<T>(steps: readonly T[], limit: number): FoldedPath<T> {
  if (steps.length <= limit) return { head: steps, folded: [], tail: [] }
  const kept = Math.max(1, limit - 1)
  return { head: steps.slice(0, 1), folded: steps.slice(1, -kept), tail: steps.slice(-kept) }
}
