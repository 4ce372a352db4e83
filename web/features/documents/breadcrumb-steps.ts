/** A way in three parts: what is shown of its beginning and its end, and what is folded between them. */
export interface FoldedWay<T> {
  readonly head: readonly T[]
  readonly folded: readonly T[]
  readonly tail: readonly T[]
}

/** Folds the middle of a way that has more steps than there is room for: the first stays, and the last ones. */
export function foldWay<T>(steps: readonly T[], limit: number): FoldedWay<T> {
  if (steps.length <= limit) return { head: steps, folded: [], tail: [] }
  const kept = Math.max(1, limit - 1)
  return { head: steps.slice(0, 1), folded: steps.slice(1, -kept), tail: steps.slice(-kept) }
}
