/** This is the SQLSTATE of a statement that exceeds its time limit. */
const STATEMENT_CANCELLED = '57014'

export const isStatementCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === STATEMENT_CANCELLED

/** PostgreSQL ends one of two transactions that wait for each other. */
const DEADLOCK = '40P01'

export const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === DEADLOCK

/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

export const isLockNotAvailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
