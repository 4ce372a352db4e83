import { join } from 'node:path'
import { Client } from './lib/client.mjs'
import { alternate, figure, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { fillRoom } from './lib/fill-room.mjs'
import { pinMailedTo } from './lib/mailbox.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startServer } from './lib/server.mjs'

const ITEMS = 1_000_000
const GROUPS = 100
const GRANTS_PER_GROUP = 200
const CALLS = 40
const WINDOW = 100
const WIDTH = 1_200

const ACTS = {
  'first 100 rows of the largest folder (goal 1.5)': (reader, { largest }) => reader.client.list({ parent: largest, limit: WINDOW }),
  'first 100 rows of the root (goal 1.5)': (reader) => reader.client.list({ parent: 0, limit: WINDOW }),
  'searching a name, 10 hits (goal 1.5)': (reader, { rare }) => reader.client.list({ keyword: rare, limit: WINDOW }),
  'searching a name, a tenth of all (goal 1.5)': (reader, { common }) => reader.client.list({ keyword: common, limit: WINDOW }),
  'a page image (goal 1.1)': (reader) => reader.client.page(reader.lease, 1 + (reader.turned++ % 60), WIDTH),
}

/** A folder or document of the room for each grant, by chance but the same in each run. */
async function scatter(database, roomId, groups) {
  await database.query(
    `insert into grants (group_id, item_id, room_id, ancestors, folder, level)
     select distinct on (given.group_id, items.id) given.group_id, items.id, $1, items.ancestors, items.folder, (items.id * 7 % 4)::smallint
     from unnest($2::bigint[]) as given (group_id)
     cross join lateral (
       select id, ancestors, folder from items
       where room_id = $1 and deleted_at is null and (folder or id % 97 = 0)
       order by (id * 7919 + given.group_id * 104729) % 1000003 limit $3) as items`,
    [roomId, groups, GRANTS_PER_GROUP],
  )
}

async function enterReader(server, scratch, operator, email) {
  const memberId = await operator.invite({ name: email, email, print: true, download: true })
  const client = await Client.enter(server.url, { pin: await pinMailedTo(scratch.folder, email) })
  return { client, memberId, turned: 0 }
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
  const groups = []
  for (let number = 0; number < GROUPS; number += 1)
    groups.push((await operator.post('/room/api/group', { roomId, name: `Group ${number}` })).id)
  await operator.post('/room/api/group/members', { id: groups[0], roomId, managementIds: [granted.memberId] })
  await scatter(database, roomId, groups)
  await operator.post('/room/api/grant', {
    roomId,
    changes: [
      { groupId: groups[0], itemId: made.largest, level: 'view' },
      { groupId: groups[0], itemId: documentId, level: 'view' },
    ],
  })
  await database.query('vacuum analyze')
  for (const reader of [plain, granted]) reader.lease = await reader.client.open(documentId)

  const timesOf = async (reader) => {
    const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]))
    for (let call = 0; call < CALLS; call += 1)
      for (const [name, act] of Object.entries(ACTS)) times[name].push((await secondsOf(() => act(reader, made))) * 1_000)
    return times
  }
  const measured = await alternate(rounds, { plain: () => timesOf(plain), granted: () => timesOf(granted) })
  const of = (who, act, share) => measured[who].map((round) => percentile(round[act], share))

  const effective = []
  for (let round = 0; round < rounds; round += 1) effective.push(await secondsToTakeEffect(operator, granted.client, roomId, groups[0]))
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
    notes: [`${size.toLocaleString('en')} items, ${GROUPS} groups, ${(GROUPS * GRANTS_PER_GROUP).toLocaleString('en')} grants`],
  }
}

async function secondsToTakeEffect(operator, reader, roomId, groupId) {
  const set = (level) => operator.post('/room/api/grant', { roomId, changes: [{ groupId, itemId: 0, level }] })
  const isPrintable = async () => (await reader.list({ parent: 0, limit: WINDOW })).payload.some((item) => item.permission.print)
  await set('view')
  const seconds = await secondsOf(async () => {
    await set('print')
    while (!(await isPrintable()));
  })
  await set('download')
  return seconds * 1_000
}

export const bench = { rounds: 5, limitMinutes: 30, measure }
