import type { Tx } from '../../../platform/db/database.ts'
import { addressOf } from '../../../platform/http/address-of.ts'
import type { AdministratorGuard } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { GoverningActor } from '../../integrations/index.ts'
import { throttleSubject } from '../../session/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { holdAdministrators, shareAdministrators } from './administrators.store.ts'
import { deleteSession, findSession, hasSession, noteSeen } from './sessions.store.ts'

/** Room sessions and administrator sessions are never interchangeable. */
export interface Administrator {
  readonly administratorId: number
  readonly sessionId: number
  readonly name: string
  readonly email: string
  readonly address: string
  readonly endsAt: Date
}

const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS
export const LASTS_MS = 12 * 60 * MINUTE_MS

const TOKEN = /^Administrator ([A-Za-z0-9_-]{43})$/

type GuardParts = Pick<ConsoleParts, 'database' | 'clock' | 'installation' | 'throttle'>

/** Invalid tokens count against their network. */
export function createAdministratorGuard({
  database: { db },
  clock,
  installation,
  throttle,
}: GuardParts): AdministratorGuard<Administrator> {
  return {
    async admit(request) {
      const token = TOKEN.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined) throw new Refusal('CONSOLE_SESSION')
      const address = addressOf(request)
      const row = await findSession(db, installation.hashOf('administrator-session', token))
      if (!row) {
        await throttle.count('administrator-session', throttleSubject(address))
        throw new Refusal('CONSOLE_SESSION')
      }
      const now = clock.now().getTime()
      const endsAt = row.created_at.getTime() + LASTS_MS
      if (now >= endsAt || now - row.seen_at.getTime() >= IDLE_MS) {
        await deleteSession(db, row.id)
        throw new Refusal('CONSOLE_SESSION_ENDED')
      }
      if (now - row.seen_at.getTime() >= MINUTE_MS) await noteSeen(db, row.id, new Date(now))
      const { id: sessionId, administrator_id: administratorId, name, email } = row
      return { administratorId, sessionId, name, email, address, endsAt: new Date(endsAt) }
    },
  }
}

export const governingActorOf = ({
  name,
  email,
  address,
}: Pick<Administrator, 'name' | 'email' | 'address'>): GoverningActor => ({
  ...{ memberId: null, userId: null, name, email, address },
  position: '설치 관리자 · Administrator of the installation',
})

/**
 * Rereads administrator and session, so that no change overtakes a removal.
 * @param isOfWho serializes changes of administrators
 * @throws Refusal CONSOLE_SESSION, TOO_MANY
 */
export type ConsoleChanges = <T>(
  actor: Administrator,
  work: (tx: Tx) => Promise<T>,
  isOfWho?: boolean,
) => Promise<T>

export const createConsoleChanges =
  ({ database, throttle }: Pick<ConsoleParts, 'database' | 'throttle'>): ConsoleChanges =>
  async (actor, work, isOfWho = false) => {
    await throttle.count('administrator-change', String(actor.administratorId))
    return database.transaction(async (tx) => {
      await (isOfWho ? holdAdministrators(tx) : shareAdministrators(tx))
      if (!(await hasSession(tx, actor.sessionId))) throw new Refusal('CONSOLE_SESSION')
      return work(tx)
    })
  }
