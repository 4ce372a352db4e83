import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'

interface InvitedMemberRow {
  readonly id: number
  readonly userId: number
  readonly userName: string
  readonly email: string
  readonly phone: string
}

type InvitationTraces = Record<
  'members' | 'users' | 'pins' | 'mails' | 'entries' | 'counted',
  number
>

let batches = 0

/** @returns as many people, whom no earlier call gave */
export function people(count: number): { id: number; name: string; email: string }[] {
  batches += 1
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `사람 ${index}`,
    email: `batch${batches}-${index}@example.com`,
  }))
}

export async function traces(app: TestApp, of: TestRoom): Promise<InvitationTraces> {
  const { rows } = await app.database.pool.query(
    `select (select count(*)::int from members where room_id = $1) members, (select count(*)::int from users where room_id = $1) users,
            (select count(*)::int from pins where room_id = $1) pins, (select count(*)::int from mails where room_id = $1 and kind = 'pin') mails,
            (select count(*)::int from activity_entries where room_id = $1) entries, (select member_count from rooms where id = $1) counted`,
    [of.roomId],
  )
  return rows[0]
}

export const listed = async (
  of: TestRoom,
): Promise<(InvitedMemberRow & Record<string, unknown>)[]> =>
  (await of.operator.call('GET', `/room/api/room/roomManger/list/${of.roomId}`)).json
    .payload as (InvitedMemberRow & Record<string, unknown>)[]

export async function mailTo(app: TestApp, email: string): Promise<Email & { source: string }> {
  await app.pinMailedTo(email)
  const folder = path.join(app.dataDir, 'outbox')
  for (const name of await fs.readdir(folder)) {
    const source = await fs.readFile(path.join(folder, name), 'utf8')
    const mail = await PostalMime.parse(source)
    if (mail.to?.some((to) => to.address === email)) return { ...mail, source }
  }
  throw new Error('no such mail')
}
