export interface Seniority {
  readonly userId: number
  readonly seniorFrom: Date
}

/** A new operator gets none, who could appoint a second account. @param askedBy undefined for the command line, which acts alone */
export function confirmersOf(operators: readonly Seniority[], askedBy: number | undefined, at: Date): number[] {
  const senior = operators.flatMap(({ userId, seniorFrom }) => (seniorFrom <= at ? [userId] : []))
  if (askedBy !== undefined && !senior.includes(askedBy)) return []
  return senior.filter((userId) => userId !== askedBy)
}

/** Returns a possibly past time, or undefined without another operator. */
export function confirmableFrom(operators: readonly Seniority[], askedBy: number): Date | undefined {
  const others = operators.flatMap(({ userId, seniorFrom }) => (userId === askedBy ? [] : [seniorFrom.getTime()]))
  const own = operators.find(({ userId }) => userId === askedBy)
  return own && others.length > 0 ? new Date(Math.max(own.seniorFrom.getTime(), Math.min(...others))) : undefined
}
