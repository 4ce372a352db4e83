const STATEMENT_CANCELLED = '57014'

export const isStatementCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === STATEMENT_CANCELLED

const DEADLOCK = '40P01'

export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DEADLOCK

const LOCK_NOT_AVAILABLE = '55P03'

export const isLockNotAvailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
