import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { scrubFields, scrubText } from './scrub.ts'

/** The least level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes one line: fields (or an error) first, then what happened in words. */
export interface LogMethod {
  (message: string): void
  (fields: object, message: string): void
}

/**
 * The log of the server. Log ids, path templates and counts; never PINs, codes, tokens, addresses or texts of people.
 * What is passed nevertheless is scrubbed by name and by shape before it is written.
 */
export interface Log {
  readonly debug: LogMethod
  readonly info: LogMethod
  readonly warn: LogMethod
  readonly error: LogMethod
  /** A log whose every line carries these fields. */
  child(bindings: object): Log
}

/** Where the log writes, and from which level on. */
export interface LogOptions {
  readonly level: LogLevel
  /** Takes one JSON line per call; stdout unless given. */
  readonly destination?: DestinationStream
}

/** A log of JSON lines `{level, time, ...fields, msg}`. */
export function createLog({ level, destination }: LogOptions): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label: string) => ({ level: label }) } }
  return wrap(destination ? pino(options, destination) : pino(options))
}

/** Writes nothing. */
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

/** Logging never throws into its caller, not even over a field whose getter does. */
function safely(fields: object): Record<string, unknown> {
  try {
    return scrubFields(fields)
  } catch {
    return { unloggable: true }
  }
}
