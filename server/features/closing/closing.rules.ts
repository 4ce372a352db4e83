export interface Seniority {
  readonly userId: number
  readonly seniorFrom: Date
}

/** New operators get none: they could appoint a second account. @param askedBy undefined for the command line */
export function confirmersOf(
  operators: readonly Seniority[],
  askedBy: number | undefined,
  at: Date,
): number[] {
  const senior = operators.flatMap(({ userId, seniorFrom }) => (seniorFrom <= at ? [userId] : []))
  if (askedBy !== undefined && !senior.includes(askedBy)) return []
  return senior.filter((userId) => userId !== askedBy)
}

/** Returns undefined without another operator. */
export function confirmableFrom(
  operators: readonly Seniority[],
  askedBy: number,
): Date | undefined {
  const others = operators.flatMap(({ userId, seniorFrom }) =>
    userId === askedBy ? [] : [seniorFrom.getTime()],
  )
  const own = operators.find(({ userId }) => userId === askedBy)
  return own && others.length > 0
    ? new Date(Math.max(own.seniorFrom.getTime(), Math.min(...others)))
    : undefined
}
