import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from '../../encryption/durable-files.ts'

export const databaseFolderOf = (dataDir: string): string => join(dataDir, 'db')
export const upgradeFolderOf = (dataDir: string): string => join(dataDir, 'db-upgrade')
export const upgradedClusterOf = (dataDir: string): string => join(upgradeFolderOf(dataDir), 'db')
export const formerFolderOf = (dataDir: string, major: string): string =>
  join(dataDir, `db-${major}`)

const Completion = z.object({ from: z.string(), control: z.string() })
const completionFile = (dataDir: string): string => join(upgradeFolderOf(dataDir), 'complete.json')

/** The digest changes whenever a server runs. */
const controlOf = (databaseFolder: string): string =>
  createHash('sha256')
    .update(readFileSync(join(databaseFolder, 'global/pg_control')))
    .digest('hex')

/** Both servers have ended. */
export async function completeUpgrade(dataDir: string, from: string): Promise<void> {
  const completion = { from, control: controlOf(databaseFolderOf(dataDir)) }
  writeFileSync(completionFile(dataDir), JSON.stringify(completion), { flush: true })
  await syncDirectory(upgradeFolderOf(dataDir))
  await finishUpgrade(dataDir)
}

/** Continues interruptions. @throws Error if a server changed the previous database. */
export async function finishUpgrade(dataDir: string): Promise<void> {
  const file = completionFile(dataDir)
  if (!existsSync(file)) return
  const { from, control } = Completion.parse(JSON.parse(readFileSync(file, 'utf8')))
  const [database, upgraded, former] = [
    databaseFolderOf(dataDir),
    upgradedClusterOf(dataDir),
    formerFolderOf(dataDir, from),
  ]
  if (existsSync(upgraded)) {
    if (existsSync(database)) {
      if (controlOf(database) !== control) {
        rmSync(upgradeFolderOf(dataDir), { recursive: true })
        throw new Error(
          `${database} was in use after its upgrade was made, which is removed. Run npm run room -- database upgrade again.`,
        )
      }
      renameSync(database, former)
    }
    renameSync(upgraded, database)
    await syncDirectory(dirname(database))
  }
  rmSync(upgradeFolderOf(dataDir), { recursive: true })
}
