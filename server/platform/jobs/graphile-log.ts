import { type LogFunctionFactory, Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/**
 * Passes graphile-worker's messages to our log. Its meta data is dropped, since it holds whole jobs; failures and
 * successes of jobs are left out, since the runner writes those itself; and its news are debug messages to us.
 */
export function graphileLogger(log: Log): Logger {
  const factory: LogFunctionFactory = () => (level, message, meta) => {
    const { failure, success } = meta ?? {}
    if (failure || success) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  }
  return new Logger(factory)
}
