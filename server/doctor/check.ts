import type { Settings } from '../platform/config/settings.ts'
import type { Database } from '../platform/db/connect.ts'
import type { Log } from '../platform/log/log.ts'

export interface Finding {
  readonly status: 'ok' | 'warning' | 'error' | 'skipped'
  readonly message: string
  readonly remedy?: string
}

export interface CheckResult extends Finding {
  readonly name: string
}

export interface Examined {
  readonly settings: Settings
  readonly faults: readonly string[]
  readonly unknown: readonly string[]
  readonly mailTo: string | undefined
  readonly log: Log
  /** Opens the database once. @throws Error */
  database(): Promise<Database>
}

export interface Check {
  readonly name: string
  readonly withinMs: number
  run(examined: Examined): Promise<Finding>
}

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const warning = (message: string, remedy: string): Finding => ({
  status: 'warning',
  message,
  remedy,
})
export const fault = (message: string, remedy: string): Finding => ({
  status: 'error',
  message,
  remedy,
})
export const skipped = (message: string): Finding => ({ status: 'skipped', message })

export async function withDatabase(
  { database }: Examined,
  check: (database: Database) => Promise<Finding>,
): Promise<Finding> {
  const opened = await database().catch(() => undefined)
  return opened ? check(opened) : skipped('the database cannot be opened')
}
