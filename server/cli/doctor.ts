import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { CheckResult } from '../doctor/check.ts'
import { usableSettingsOfProcess } from '../platform/config/unknown-settings.ts'
import type { Log } from '../platform/log/log.ts'
import { parseAddress } from '../platform/mail/address.ts'
import type { ResourceStack } from '../resource-stack.ts'
import { CommandError, JSON_OPTION, UsageError } from './command.ts'

const OPTIONS = { ...JSON_OPTION, mail: { type: 'string' } } as const

const SIGNS = { ok: '✓', warning: '!', error: '✗', skipped: '-' } as const

/** Without `--json`, prints each check as it ends. @throws CommandError if a check found an error */
export function doctor(
  args: readonly string[],
): (log: Log, opened: ResourceStack) => Promise<string> {
  const { json, mail } = parseArgs({ args: [...args], options: OPTIONS }).values
  const mailTo = mail === undefined ? undefined : parseAddress(mail.trim())
  if (mail !== undefined && mailTo === undefined)
    throw new UsageError('--mail requires one e-mail address')
  return async (log, opened) => {
    const usable = usableSettingsOfProcess()
    const [{ examine }, { openDatabase }, { NoDatabaseError }] = await Promise.all([
      import('../doctor/examine.ts'),
      import('../open-database.ts'),
      import('../doctor/database.check.ts'),
    ])
    const { settings } = usable
    let database: ReturnType<typeof openDatabase> | undefined
    const openOnce = (): ReturnType<typeof openDatabase> => {
      database ??=
        settings.DATABASE_URL === undefined && !existsSync(path.join(settings.DATA_DIR, 'db'))
          ? Promise.reject(new NoDatabaseError('there is no database before the first start'))
          : openDatabase(settings, log, opened)
      return database
    }
    const results: CheckResult[] = []
    await examine({ ...usable, mailTo, log, database: openOnce }, (result) => {
      results.push(result)
      if (!json) process.stdout.write(`${lineOf(result)}\n`)
    })
    return summary(results, json)
  }
}

function summary(results: readonly CheckResult[], json: boolean): string {
  const count = (status: CheckResult['status']): number =>
    results.filter((result) => result.status === status).length
  const text = json
    ? JSON.stringify(results)
    : `\n${count('error')} errors, ${count('warning')} warnings`
  if (count('error') > 0) throw new DoctorError(text)
  return text
}

export class DoctorError extends CommandError {
  override name = 'DoctorError'
}

function lineOf({ name, status, message, remedy }: CheckResult): string {
  const line = `${SIGNS[status]} ${name}: ${message}`
  return remedy === undefined ? line : `${line}\n    ${remedy}`
}
