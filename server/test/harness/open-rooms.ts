import path from 'node:path'
import { FIRST_ROOM } from '../../../contract/core/first-room.ts'
import { nameKey } from '../../../contract/core/name-key.ts'
import { formatOperatorCode } from '../../../contract/core/operator-code.ts'
import { formatPin } from '../../../contract/core/pin.ts'
import { guideCard } from '../../../contract/features/guides.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { loggedDetails } from '../scenarios/logged-details.ts'
import { liftReadingLimits } from '../scenarios/reading-limits.ts'
import type { Installation } from './server-process.ts'
import { spendBudget } from './spend-budget.ts'

interface MadeRoom {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

export interface Rooms {
  make(name?: string): Promise<MadeRoom>
  asNewcomers(roomId: number): Promise<void>
  asFirstRoom(roomId: number, name?: string): Promise<void>
  logged(roomId: number, kind: string): Promise<unknown[]>
  spendBudget(): Promise<void>
  ageSignLinks(roomId: number): Promise<void>
  ageOperators(roomId: number): Promise<void>
  ageMessages(roomId: number): Promise<void>
  leaveStorage(roomId: number, bytes: number): Promise<void>
  /** Simulates an attacker with database access. */
  falsify(roomId: number, kind: string, become: string): Promise<void>
  crowd(
    into: { readonly roomId: number; readonly memberId: number; readonly parent: number },
    names: readonly string[],
    areFolders?: boolean,
  ): Promise<void>
  holdArchives(): Promise<() => Promise<void>>
  close(): Promise<void>
}

const built = (file: string): Promise<unknown> =>
  import(path.join(PROJECT_ROOT, '.build/server', file))

/** A process per room would cost a second. */
export async function openRooms({ env }: Installation): Promise<Rooms> {
  const { assemble } = (await built('assemble.js')) as typeof import('../../assemble.ts')
  const { ResourceStack } = (await built(
    'resource-stack.js',
  )) as typeof import('../../resource-stack.ts')
  const { openResources } = (await built('resources.js')) as typeof import('../../resources.ts')
  const { createLog } = (await built(
    'platform/log/log.js',
  )) as typeof import('../../platform/log/log.ts')
  const { readSettings } = (await built(
    'platform/config/settings.js',
  )) as typeof import('../../platform/config/settings.ts')
  const { createRoomKeyring } = (await built(
    'features/rooms/index.js',
  )) as typeof import('../../features/rooms/index.ts')
  const opened = new ResourceStack()
  const log = createLog({ level: 'error', destination: process.stderr })
  const resources = await openResources(readSettings(env), log, opened, 'command')
  const keyring = createRoomKeyring(resources.keyStore)
  const program = await assemble(resources)
  opened.add(() => program.close())
  const { pool } = resources.database
  await pool.query(
    `alter table members alter column guides_closed set default '{${guideCard.options.join()}}'`,
  )
  await liftReadingLimits(pool)
  return {
    async make(name = '시험 룸') {
      const { roomId, roomNo, pin, code } = await program.openRoom({
        name,
        operatorName: '김운영',
        operatorEmail: 'op@example.com',
      })
      return { roomId, roomNo, pin: formatPin(pin), code: formatOperatorCode(code) }
    },
    asNewcomers: async (roomId) => {
      await pool.query(`update members set guides_closed = '{}' where room_id = $1`, [roomId])
    },
    asFirstRoom: async (roomId, name = FIRST_ROOM.name) => {
      await pool.query('update rooms set setup_pending = true, name = $2 where id = $1', [
        roomId,
        name,
      ])
      const operator = `(select min(id) from members where room_id = $1)`
      await pool.query(`update members set name = $2, email = $3 where id = ${operator}`, [
        roomId,
        FIRST_ROOM.operatorName,
        FIRST_ROOM.operatorEmail,
      ])
      await pool.query(
        `update members set guides_closed = array_remove(guides_closed, 'setup') where room_id = $1`,
        [roomId],
      )
    },
    logged: (roomId, kind) => loggedDetails(resources.database, keyring, roomId, kind),
    spendBudget: () => spendBudget(resources.database, resources.clock.now()),
    ageSignLinks: async (roomId) => {
      await pool.query(
        `update template_participants set linked_at = linked_at - interval '1 hour' where room_id = $1`,
        [roomId],
      )
    },
    ageOperators: async (roomId) => {
      await pool.query(
        `update members set operator_since = operator_since - interval '7 days' where room_id = $1`,
        [roomId],
      )
    },
    ageMessages: async (roomId) => {
      await pool.query(
        `update messages set created_at = created_at - interval '7 days' where room_id = $1`,
        [roomId],
      )
    },
    leaveStorage: async (roomId, bytes) => {
      await pool.query('update rooms set storage_limit = storage_used + $2 where id = $1', [
        roomId,
        bytes,
      ])
    },
    falsify: async (roomId, kind, become) => {
      await pool.query(
        'update activity_entries set kind = $3 where id = (select max(id) from activity_entries where room_id = $1 and kind = $2)',
        [roomId, kind, become],
      )
    },
    async crowd({ roomId, memberId, parent }, names, areFolders = false) {
      await pool.query(
        `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
         select $1, $2, array[$2::bigint], $4, name, name, key, case when $4 then '' else 'pdf' end, gen_random_uuid(),
           case when $4 then 0 else place end, date_trunc('milliseconds', now()), $3
         from unnest($5::text[], $6::text[]) with ordinality as made (name, key, place)`,
        [roomId, parent, memberId, areFolders, names, names.map(nameKey)],
      )
      await pool.query('analyze items')
    },
    async holdArchives() {
      const client = await pool.connect()
      await client.query('begin')
      await client.query('lock table archive_entries in share mode')
      return async () => {
        await client.query('rollback')
        client.release()
      }
    },
    close: () => opened.close(),
  }
}
