import type { Log } from '../../../platform/log/log.ts'
import type { Task } from '../protocol.ts'
import { RenderError, type RenderFailure } from '../render-error.ts'

const LOGGED: Record<RenderFailure, 'error' | 'warn' | undefined> = {
  UNREADABLE: 'error',
  UNAVAILABLE: 'warn',
  BROKEN: 'warn',
  TIMEOUT: 'warn',
  CRASHED: 'warn',
  MEMORY: 'warn',
  BUDGET: 'warn',
  STOPPED: undefined,
  SLOW: undefined,
  LOCKED: undefined,
  TOO_LARGE: undefined,
  UNSUPPORTED: undefined,
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

export function logFailure(log: Log, error: unknown, { type, source }: Task): void {
  const job = { document: source.id, task: type }
  if (!(error instanceof RenderError)) {
    log.error({ ...job, error }, 'render worker failed')
    return
  }
  const level = LOGGED[error.code]
  if (level)
    log[level]({ ...job, failure: error.code, detail: error.message }, 'page cannot be shown')
}
