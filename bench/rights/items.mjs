import { join } from 'node:path'
import { connect } from '../lib/connect.mjs'
import { countersOf } from '../lib/counters.mjs'
import { alternate, figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { fillRoom } from '../lib/fill/room.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { enterReader, makeGroups, scatterGrants } from '../lib/rights.mjs'
import { startServer } from '../lib/server.mjs'

const ITEMS = 1_000_000
const GROUPS = 100
const GRANTS_PER_GROUP = 200
const CALLS = 40
const WINDOW = 100
const COUNTED = 100
const WIDTH = 1_200

const ACTS = {
  'first 100 rows of the largest folder (goal 1.5)': (reader, { largest }) =>
    reader.client.list({ parent: largest, limit: WINDOW }),
  'first row of the largest folder, with its counters': (reader, { largest }) =>
    reader.client.list({ parent: largest, limit: 1 }),
  'first 100 rows of the root (goal 1.5)': (reader) =>
    reader.client.list({ parent: 0, limit: WINDOW }),
  'searching a name, 10 hits (goal 1.5)': (reader, { rare }) =>
    reader.client.list({ keyword: rare, limit: WINDOW }),
  'searching a name, a tenth of all (goal 1.5)': (reader, { common }) =>
    reader.client.list({ keyword: common, limit: WINDOW }),
  'query of the counters of the largest folder (goal 10 ms)': (reader) => reader.counters.largest(),
  'query of the counters of the root (goal 10 ms)': (reader) => reader.counters.root(),
  [`query of the counters of ${COUNTED} folders`]: (reader) => reader.counters.many(),
  'a page image (goal 1.1)': (reader) =>
    reader.client.page(reader.lease, 1 + (reader.turned++ % 60), WIDTH),
}

async function measure({ rounds, scratch, size = ITEMS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  const file = join(scratch.folder, 'document.pdf')
  await writePdf(file, { pages: 60, lines: 60 })
  const documentId = await operator.uploadFile(file)
  const made = await fillRoom(database, roomId, size)
  const plain = await enterReader(server, scratch, operator, 'plain@example.com')
  const granted = await enterReader(server, scratch, operator, 'granted@example.com')
  const groups = await makeGroups(operator, roomId, GROUPS)
  await operator.post('/room/api/group/members', {
    id: groups[0],
    roomId,
    managementIds: [granted.memberId],
  })
  await scatterGrants(database, roomId, groups, GRANTS_PER_GROUP)
  await operator.post('/room/api/grant', {
    roomId,
    changes: [
      { groupId: groups[0], itemId: made.largest, level: 'view' },
      { groupId: groups[0], itemId: documentId, level: 'view' },
    ],
  })
  await database.query('vacuum analyze')
  for (const reader of [plain, granted])
    Object.assign(reader, { lease: await reader.client.open(documentId), turned: 0 })

  const folderIds = await foldersOf(database, roomId, groups[0])
  const connection = await connect(scratch, server)
  const { rows } = await database.query(
    'select id::int from groups where room_id = $1 and is_default',
    [roomId],
  )
  for (const [reader, groupId] of [
    [plain, rows[0].id],
    [granted, groups[0]],
  ]) {
    const counters = (ids) => countersOf(connection, roomId, groupId, ids)
    reader.counters = {
      largest: await counters([made.largest]),
      root: await counters([0]),
      many: await counters(folderIds),
    }
  }

  const timesOf = async (reader) => {
    const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]))
    for (let call = 0; call < CALLS; call += 1)
      for (const [name, act] of Object.entries(ACTS))
        times[name].push((await secondsOf(() => act(reader, made))) * 1_000)
    return times
  }
  const measured = await alternate(rounds, {
    plain: () => timesOf(plain),
    granted: () => timesOf(granted),
  })
  const of = (who, act, share) => measured[who].map((round) => percentile(round[act], share))

  const effective = []
  for (let round = 0; round < rounds; round += 1)
    effective.push(await secondsToTakeEffect(operator, granted.client, roomId, groups[0]))
  return {
    rows: [
      ...Object.keys(ACTS).flatMap((act) =>
        [0.5, 0.95].flatMap((share) => [
          figure(`${act}, without grants, p${share * 100}`, 'ms', of('plain', act, share)),
          figure(`${act}, with grants, p${share * 100}`, 'ms', of('granted', act, share), {
            is: 'times without grants',
            values: ratios(of('granted', act, share), of('plain', act, share)),
          }),
        ]),
      ),
      figure('a new grant on the root until a list obeys it (goal 1,000)', 'ms', effective),
    ],
    notes: [
      `${size.toLocaleString('en')} items, ${GROUPS} groups, ${(GROUPS * GRANTS_PER_GROUP).toLocaleString('en')} grants`,
    ],
  }
}

async function foldersOf(database, roomId, groupId) {
  const { rows } = await database.query(
    `select items.id::int from items
     left join grants on grants.item_id = items.id and grants.group_id = $2 and grants.level > 0
     where items.room_id = $1 and items.folder and items.deleted_at is null
     order by items.parent_id <> 0, grants.item_id is null, items.id limit $3`,
    [roomId, groupId, COUNTED],
  )
  return rows.map(({ id }) => id)
}

async function secondsToTakeEffect(operator, reader, roomId, groupId) {
  const set = (level) =>
    operator.post('/room/api/grant', { roomId, changes: [{ groupId, itemId: 0, level }] })
  const isPrintable = async () =>
    (await reader.list({ parent: 0, limit: WINDOW })).payload.some((item) => item.permission.print)
  await set('view')
  const seconds = await secondsOf(async () => {
    await set('print')
    while (!(await isPrintable()));
  })
  await set('download')
  return seconds * 1_000
}

export const bench = { rounds: 5, limitMinutes: 30, measure }
