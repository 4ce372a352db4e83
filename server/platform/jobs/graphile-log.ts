import { type LogFunctionFactory, Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/** The runner's metadata contains whole jobs and results. */
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
