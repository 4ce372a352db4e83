import { createLog, type Log, type LogLevel } from './log.ts'

/** One line as it would have been written. */
export type LogEntry = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string }

/** A log for tests: what is scrubbed in production is scrubbed here. */
export interface MemoryLog extends Log {
  /** The lines so far, those of children included. */
  readonly entries: readonly LogEntry[]
  /** All lines as one text, to look for what must not be there. */
  text(): string
}

/** Collects lines instead of writing them. */
export function memoryLog(level: LogLevel = 'debug'): MemoryLog {
  const lines: string[] = []
  const entries: LogEntry[] = []
  const destination = {
    write(line: string) {
      lines.push(line)
      entries.push(JSON.parse(line))
    },
  }
  return { ...createLog({ level, destination }), entries, text: () => lines.join('') }
}
