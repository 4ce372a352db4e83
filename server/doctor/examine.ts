import type { Check, CheckResult, Examined, Finding } from './check.ts'
import { clockChecks } from './clock.check.ts'
import { databaseChecks } from './database.check.ts'
import { diskChecks } from './disk.check.ts'
import { keyChecks } from './keys.check.ts'
import { machineChecks } from './machine.check.ts'
import { mailChecks } from './mail.check.ts'
import { previewChecks } from './previews.check.ts'
import { proxyChecks } from './proxy.check.ts'
import { settingsChecks } from './settings.check.ts'
import { storageChecks } from './storage.check.ts'

const CHECKS: readonly Check[] = [
  ...settingsChecks,
  ...machineChecks,
  ...previewChecks,
  ...diskChecks,
  ...keyChecks,
  ...databaseChecks,
  ...clockChecks,
  ...storageChecks,
  ...mailChecks,
  ...proxyChecks,
]

/** Runs checks in turn, so that none disturbs another's timing. */
export async function examine(
  examined: Examined,
  onResult: (result: CheckResult) => void,
): Promise<void> {
  for (const check of CHECKS) onResult({ name: check.name, ...(await findingOf(check, examined)) })
}

async function findingOf({ run, withinMs }: Check, examined: Examined): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Finding>((resolve) => {
    const late = {
      status: 'error',
      message: `no result within ${withinMs / 1_000} seconds`,
      remedy: REMEDY,
    } as const
    timer = setTimeout(resolve, withinMs, late)
  })
  const finding = run(examined).catch(
    (error: unknown): Finding => ({ status: 'error', message: sentenceOf(error), remedy: REMEDY }),
  )
  return Promise.race([finding, limit]).finally(() => clearTimeout(timer))
}

const REMEDY = 'Look whether the machine or the service is overloaded, and run the doctor again.'

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message || code
}
