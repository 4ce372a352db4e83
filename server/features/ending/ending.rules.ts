/** An operator, and the moment from which they have been one for long enough that a request or a confirmation of theirs acts at once. */
export interface Standing {
  readonly userId: number
  readonly standsFrom: Date
}

/**
 * The persons who may confirm a destruction that is asked for at a moment: other operators who have been so for long enough, and nobody
 * where the asker has not, since one person can be asker and confirmer by appointing an account of their own.
 * @param askedBy undefined for the person at the machine, who could destroy the room alone.
 */
export function confirmersOf(operators: readonly Standing[], askedBy: number | undefined, at: Date): number[] {
  const standing = operators.flatMap(({ userId, standsFrom }) => (standsFrom <= at ? [userId] : []))
  if (askedBy !== undefined && !standing.includes(askedBy)) return []
  return standing.filter((userId) => userId !== askedBy)
}

/** From when on a request of this operator could be confirmed at once, perhaps long since; undefined while there is no other operator. */
export function confirmableFrom(operators: readonly Standing[], askedBy: number): Date | undefined {
  const others = operators.flatMap(({ userId, standsFrom }) => (userId === askedBy ? [] : [standsFrom.getTime()]))
  const own = operators.find(({ userId }) => userId === askedBy)
  return own && others.length > 0 ? new Date(Math.max(own.standsFrom.getTime(), Math.min(...others))) : undefined
}
