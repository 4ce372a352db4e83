import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { leaveSign, removeSign, signsIn } from '../config/process-signs.ts'
import { release } from '../config/release.ts'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'

/** Rooms rely on rules that every process enforces. Stored numbers only grow. */
export const RELEASE_RULES = {
  groupRights: 1,
  staging: 2,
  operatorScopes: 3,
  submissions: 4,
  programs: 5,
  crossing: 6,
  console: 7,
  signOn: 8,
  ownAgreement: 9,
  secondStep: 10,
  administratorAccounts: 11,
  mailTexts: 12,
} as const
export type ReleaseRule = (typeof RELEASE_RULES)[keyof typeof RELEASE_RULES]

const ENFORCES: ReleaseRule = RELEASE_RULES.mailTexts

const HEARTBEAT_MS = 10_000
/** A process without a heartbeat for this time is gone. */
export const PROCESS_GONE_MS = 60_000

interface Process {
  readonly dataDir?: string | undefined
  /** Commands work without a sign, as on a full disk. */
  readonly isCommand?: boolean | undefined
}

/** Others see this release. @throws Error if a server cannot leave its sign */
export async function keepProcessRow(
  db: Db,
  log: Pick<Log, 'debug' | 'warn'>,
  { dataDir, isCommand = false }: Process,
): Promise<{ close(): Promise<void> }> {
  const id = randomUUID()
  await sql`delete from processes where seen_at < now() - interval '1 day'`.execute(db)
  await sql`insert into processes (id, release, enforces) values (${id}, ${release()}, ${ENFORCES})`.execute(
    db,
  )
  const removeRow = async (): Promise<void> => {
    await sql`delete from processes where id = ${id}`.execute(db).catch(() => undefined)
  }
  if (dataDir !== undefined)
    try {
      await removeSignsOfGone(db, dataDir)
      await leaveSign(dataDir, id)
    } catch (error) {
      if (!isCommand) {
        // The row would count until it expires.
        await removeRow()
        throw error
      }
      log.warn({ error }, 'the data folder takes no sign of this command')
    }
  const beat = (): void => {
    sql`update processes set seen_at = now() where id = ${id}`
      .execute(db)
      .catch((error: unknown) => log.debug({ error }, 'the row of this process was not renewed'))
  }
  const timer = setInterval(beat, HEARTBEAT_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await removeRow()
      if (dataDir !== undefined) await removeSign(dataDir, id).catch(() => undefined)
    },
  }
}

/** Processes leave signs after rows, so signs come first. */
async function removeSignsOfGone(db: Db, dataDir: string): Promise<void> {
  const signs = await signsIn(dataDir)
  const { rows } = await sql<{ id: string }>`select id from processes`.execute(db)
  for (const sign of signs) if (!rows.some(({ id }) => id === sign)) await removeSign(dataDir, sign)
}
