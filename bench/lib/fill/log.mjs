import { setTimeout as wait } from 'node:timers/promises'
import { createActivityLog } from '../../../.build/server/features/audit/index.js'
import { createRoomKeyring } from '../../../.build/server/features/rooms/index.js'
import { openKeyStore } from '../../../.build/server/platform/encryption/open-key-store.js'
import { connect } from '../connect.mjs'

const ENTRIES = 2_000
const RARE = 10
const DAYS = 700
const DAY_MS = 24 * 3_600_000
const DOCUMENTS = 1_000
/** Lists merge so many entries of a reading. */
const OF_READING = 40

export async function openLog(scratch, server, folders) {
  const database = await connect(scratch, server)
  let now = Date.now() - DAYS * DAY_MS
  const clock = {
    now: () => new Date(now),
    advance(ms) {
      now += ms
    },
  }
  const { retention } = createRoomKeyring(await openKeyStore(folders))
  return { database, clock, log: createActivityLog(retention, clock) }
}

export async function untilPlaced({ pool }, roomId, scratch) {
  const waiting =
    'select exists (select from activity_entries where room_id = $1 and seq is null) as some'
  while ((await pool.query(waiting, [roomId])).rows[0].some) {
    scratch.throwIfOver()
    await wait(50)
  }
}

async function actorsOf({ pool }, roomId) {
  const { rows } = await pool.query(
    'select id, user_id, name, position, email from members where room_id = $1 order by id',
    [roomId],
  )
  return rows.map(({ id: memberId, user_id: userId, ...person }) => ({
    roomId,
    memberId,
    userId,
    ...person,
    address: '192.0.2.1',
  }))
}

export const auditActorOf = async (database, roomId) => (await actorsOf(database, roomId))[0]

/** Entries span 700 days: a tenth has no actor, ten are rare, one in fifty is a reading. */
export async function fillLog(scratch, { database, clock, log }, roomId, size) {
  const started = performance.now()
  const people = await actorsOf(database, roomId)
  const [doer] = people
  const nobody = {
    roomId,
    memberId: null,
    userId: null,
    name: '',
    position: '',
    email: '',
    address: '',
  }
  const { rows } = await database.pool.query(
    'select count(*) as count from activity_entries where room_id = $1',
    [roomId],
  )
  const missing = size - rows[0].count
  const step = (DAYS * DAY_MS) / (missing + ENTRIES)
  for (let done = 0; done < missing; done += ENTRIES) {
    scratch.throwIfOver()
    const views = Array.from({ length: Math.min(ENTRIES, missing - done) }, (_, at) => {
      const number = (done + at) % DOCUMENTS
      return { itemId: number + 1, name: `감사보고서 ${number}.pdf` }
    })
    await database.transaction(async (tx) => {
      const rare =
        Math.floor(done / ENTRIES) % Math.max(1, Math.floor(missing / ENTRIES / RARE)) === 0
      if (rare) await log.record(tx, doer, 'room.switched', { watermark: true, noti: true })
      const readings = views.splice(0, Math.min(OF_READING, views.length))
      await log.recordEach(tx, nobody, 'document.viewed', views.slice(0, views.length / 10))
      const viewed = views.slice(views.length / 10)
      const whose = (at) => (at * 7 + done / ENTRIES) % people.length
      for (const [number, person] of people.entries())
        await log.recordEach(
          tx,
          person,
          'document.viewed',
          viewed.filter((_, at) => whose(at) === number),
        )
      let before = null
      for (const [page] of readings.entries()) {
        const details = { ...readings[0], pages: [{ page: page + 1, seconds: 60 }] }
        before = await log.recordReading(tx, doer, 'document.pages-viewed', details, before)
      }
    })
    clock.advance(Math.floor(step * ENTRIES))
  }
  await untilPlaced(database, roomId, scratch)
  const middle = await database.pool.query(
    'select at, id from activity_entries where room_id = $1 order by at desc, id desc offset $2 limit 1',
    [roomId, Math.floor(size / 2)],
  )
  return {
    userId: doer.userId,
    middle: middle.rows[0],
    seconds: (performance.now() - started) / 1000,
  }
}
