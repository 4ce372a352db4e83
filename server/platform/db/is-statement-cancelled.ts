/** SQLSTATE of a statement that reached its time limit. */
const STATEMENT_CANCELLED = '57014'

export const isStatementCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === STATEMENT_CANCELLED
