import { realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { removeFormerDatabases, upgradeDatabase } from '../database-upgrade/upgrade-database.ts'
import { UpgradeError } from '../database-upgrade/upgrade-error.ts'
import { DataFolderInUseError } from '../platform/db/embedded/data-folder-lock.ts'
import { createLog } from '../platform/log/log.ts'
import { type Command, CommandError, JSON_OPTION, report, UsageError } from './command.ts'

const LOG = createLog({ level: 'error', destination: process.stderr })

const OPTIONS = {
  ...JSON_OPTION,
  binaries: { type: 'string' },
  'remove-former': { type: 'boolean', default: false },
} as const

/** Needs a stopped server. Resumes an interrupted call. */
export function database([act, ...args]: readonly string[]): Command {
  if (act !== 'upgrade') throw new UsageError('use database upgrade')
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  return async ({ DATABASE_URL: url, DATA_DIR: given }) => {
    if (url !== undefined)
      throw new CommandError(
        'DATABASE_URL names an outside PostgreSQL. Upgrade that by its own tools.',
      )
    const dataDir = realpathSync(given)
    try {
      return values['remove-former']
        ? await remove(dataDir, values.json)
        : await upgrade(dataDir, values)
    } catch (error) {
      const isToSay = error instanceof UpgradeError || error instanceof DataFolderInUseError
      throw isToSay ? new CommandError(error.message) : error
    }
  }
}

async function upgrade(
  dataDir: string,
  { binaries, json }: { readonly binaries?: string | undefined; readonly json: boolean },
) {
  const upgraded = await upgradeDatabase({
    ...{ dataDir, binaries, log: LOG },
    onProgress: ({ table, done, tables }) =>
      void (json || console.error(`${done + 1} of ${tables}: ${table}`)),
  })
  if (!upgraded)
    return report(
      json,
      { upgraded: false },
      'The database is of the version that this release brings.',
    )
  const { from, to, tables, kept } = upgraded
  const text = [
    `PostgreSQL ${from} → ${to}, ${tables} tables copied and compared.`,
    `The former database is kept in ${kept}. Start the server and look around, then remove it: npm run room -- database upgrade --remove-former`,
  ].join('\n')
  return report(json, { upgraded: true, from, to, tables, kept }, text)
}

async function remove(dataDir: string, json: boolean): Promise<string> {
  const removed = await removeFormerDatabases(dataDir)
  return report(
    json,
    { removed },
    removed.length === 0
      ? 'There is no former database.'
      : removed.map((folder) => `removed ${folder}`).join('\n'),
  )
}
