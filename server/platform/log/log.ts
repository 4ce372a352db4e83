import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { scrubFields, scrubText } from './scrub.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface LogMethod {
  (message: string): void
  (fields: object, message: string): void
}

/** Callers never log PINs, codes, tokens, addresses or personal texts. */
export interface Log {
  readonly debug: LogMethod
  readonly info: LogMethod
  readonly warn: LogMethod
  readonly error: LogMethod
  child(bindings: object): Log
}

export interface LogOptions {
  readonly level: LogLevel
  readonly destination?: DestinationStream
}

/** Lines are `{level, time, ...fields, msg}`. */
export function createLog({ level, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return wrap(destination ? pino(options, destination) : pino(options))
}

export const silentLog: Log = createLog({ level: 'silent' })

function wrap(logger: Logger): Log {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): LogMethod =>
    (first: object | string, message?: string) => {
      if (!logger.isLevelEnabled(level)) return
      if (typeof first === 'string') logger[level](scrubText(first))
      else logger[level](safely(first), scrubText(message ?? ''))
    }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (bindings) => wrap(logger.child(safely(bindings))),
  }
}

/** Getters may throw. */
function safely(fields: object): Record<string, unknown> {
  try {
    return scrubFields(fields)
  } catch {
    return { unloggable: true }
  }
}
