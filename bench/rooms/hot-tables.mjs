import { join } from 'node:path'
import { alternate, figure, limited, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { fillLog, openLog } from '../lib/fill/log.mjs'
import { fillRoom } from '../lib/fill/room.mjs'
import { startServer } from '../lib/server.mjs'

const ENTRIES = 10_000_000
const ENTRIES_OF_ROOM = 1_000
const ITEMS_OF_ROOM = 10
const ROOMS = 500
const OWN_DOCUMENTS = 1_000
const OWN_ENTRIES = 20_000
const CALLS = 20
/** Indexes are deeper, and p95 of few calls varies. */
const MOST_RATIO = 1.5

const ACTS = {
  'list of a folder': ({ client }) => client.list({ parent: 0, limit: 200 }),
  'search of a name': ({ client }) => client.list({ keyword: '재무', limit: 200 }),
  'history, first page': ({ client }) => client.history({ limit: 50 }),
  'history of one person': ({ client, userId }) =>
    client.history({ limit: 50, roomUserId: userId }),
  'history of a document': ({ client }) => client.history({ limit: 50, itemId: 7 }),
  'daily log': ({ client }) => client.daily(),
  'dashboard, 30 days': ({ client }) => client.dashboard('activity'),
  'a right set, with its entry': async (place) => {
    place.isSet = !place.isSet
    await place.client.setRight(place.memberId, 'print', place.isSet)
  },
}

async function measure({ rounds, scratch, size = ENTRIES }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const place = await furnish(scratch, server, database)
  const before = await alternate(rounds, { acts: () => timesOf(place) })
  const filled = await secondsOf(() => fill(scratch, database, Math.ceil(size / ENTRIES_OF_ROOM)))
  const after = await alternate(rounds, { acts: () => timesOf(place) })
  const at = (times, act) => times.acts.map((round) => percentile(round[act], 0.95))
  const { rows } =
    await database.query(`select table_name as name, pg_total_relation_size(table_name::text) as bytes,
    (select reltuples from pg_class where oid = table_name::regclass) as many
    from unnest(array['activity_entries', 'items', 'members', 'sessions', 'rooms']) as table_name`)
  return {
    rows: Object.keys(ACTS).map((act) =>
      limited(
        figure(`${act}, p95`, 'ms', at(after, act), {
          is: 'times before the rows of others',
          values: ratios(at(after, act), at(before, act)),
        }),
        { mostRatio: MOST_RATIO },
      ),
    ),
    notes: [
      ...rows.map(
        ({ name, bytes, many }) =>
          `${name}: ${Math.round(many).toLocaleString('en')} rows, ${(bytes / 1e9).toFixed(2)} GB with indexes`,
      ),
      `filled in ${Math.round(filled)} s`,
    ],
  }
}

async function furnish(scratch, server, database) {
  const data = join(scratch.folder, 'data')
  const written = await openLog(scratch, server, { dataDir: data, keyDir: `${data}-keys` })
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  const memberId = await client.invite({
    name: '참가자',
    email: 'reader@example.com',
    position: '',
  })
  await fillRoom(database, room.roomId, OWN_DOCUMENTS)
  await fillLog(scratch, written, room.roomId, OWN_ENTRIES)
  const { rows } = await database.query(
    'select user_id as id from members where room_id = $1 order by id limit 1',
    [room.roomId],
  )
  await database.query('vacuum analyze')
  return { client, memberId, userId: Number(rows[0].id), isSet: false }
}

async function timesOf(place) {
  const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]))
  for (let call = 0; call < CALLS; call += 1)
    for (const [name, act] of Object.entries(ACTS))
      times[name].push((await secondsOf(() => act(place))) * 1_000)
  return times
}

/** Indexes and references follow the rows. */
async function fill(scratch, database, rooms) {
  await database.query(ROOMS_OF_OTHERS, [rooms])
  for (const statement of OF_ROOMS) await database.query(statement)
  const { rows: references } = await database.query(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'activity_entries'::regclass and contype = 'f'`,
  )
  const { rows: indexes } = await database.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'activity_entries'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of references)
    await database.query(`alter table activity_entries drop constraint ${name}`)
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  const { rows } = await database.query(
    `select min(id)::int as first, max(id)::int as last from rooms where room_no like '9901-%'`,
  )
  for (let id = rows[0].first; id <= rows[0].last; id += ROOMS) {
    scratch.throwIfOver()
    await database.query(ENTRIES_OF_OTHERS, [id, id + ROOMS - 1, ENTRIES_OF_ROOM])
  }
  await database.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) {
    scratch.throwIfOver()
    await database.query(definition)
  }
  for (const { name, definition } of references)
    await database.query(
      `alter table activity_entries add constraint ${name} ${definition} not valid`,
    )
  await database.query('vacuum analyze')
}

const ROOMS_OF_OTHERS = `
  insert into rooms (vault, room_no, name, root_id, wrapped_key, wrapped_retention, storage_limit, user_limit, created_at)
  select gen_random_uuid(), '9901-' || lpad(n::text, 7, '0'), 'Room ' || n, root_id, wrapped_key, wrapped_retention, storage_limit,
    user_limit, created_at
  from rooms, generate_series(1, $1::int) as n where rooms.id = (select min(id) from rooms)`

const OF_ROOMS = [
  `insert into users (room_id, email) select id, 'person-' || n || '@example.com'
   from rooms, generate_series(1, 2) as n where room_no like '9901-%'`,
  `insert into members (room_id, user_id, role_id, name, email, code_hash, created_at)
   select room_id, users.id, 4, '김운영', email, '-', now() from users join rooms on rooms.id = room_id where room_no like '9901-%'`,
  `insert into sessions (id, room_id, member_id, address, created_at, active_at, ended_at, end_reason)
   select gen_random_uuid()::text, room_id, members.id, '192.0.2.1', now(), now(), now(), 'logout'
   from members join rooms on rooms.id = room_id where room_no like '9901-%'`,
  `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_by,
     created_at, added_at, appeared_at, content_at)
   select members.room_id, 0, '{}', false, '재무제표 ' || n || '.pdf', '재무제표 ' || n || '.pdf', '재무제표 ' || n || '.pdf', 'pdf',
     gen_random_uuid()::text, 10000, members.id, now(), now(), now(), now()
   from members join rooms on rooms.id = members.room_id, generate_series(1, ${ITEMS_OF_ROOM}) as n
   where room_no like '9901-%' and members.email like 'person-1@%'`,
]

const ENTRIES_OF_OTHERS = `
  insert into activity_entries (room_id, user_id, member_id, kind, at, sealed, seq)
  select room_id, user_id, id, 'document.viewed', now() - interval '1 year' + n * interval '8 hours',
    decode(repeat(md5(n::text || room_id), 12), 'hex'), n
  from members, generate_series(0, $3::int - 1) as n
  where room_id between $1 and $2 and email = 'person-1@example.com'`

export const bench = { rounds: 3, limitMinutes: 60, measure }
