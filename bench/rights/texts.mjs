import { join } from 'node:path'
import { alternate, figure, percentile, ratios } from '../lib/figures.mjs'
import { fillTexts, RARE } from '../lib/fill/texts.mjs'
import { enterReader, makeGroups, scatterGrants } from '../lib/rights.mjs'
import { searchCases, searchTimes } from '../lib/searches.mjs'
import { startServer } from '../lib/server.mjs'

const DOCUMENTS = 10_000
const BRANCHES = 100
const FOLDERS_PER_BRANCH = 10
const GROUPS = 100
const GRANTS_PER_GROUP = 200

async function placeInFolders(database, operator, roomId) {
  const folders = []
  for (let branch = 0; branch < BRANCHES; branch += 1) {
    const paths = Array.from(
      { length: FOLDERS_PER_BRANCH },
      (_, number) => `부문 ${branch}/문서철 ${number}`,
    )
    folders.push(...(await operator.makeFolders(paths)).map(({ id }) => id))
  }
  await database.query(
    `update items set parent_id = folder.id, ancestors = folder.ancestors || folder.id
     from (select id, ntile($2) over (order by id) as place from items where room_id = $1 and not folder) as document
     join unnest($3::bigint[]) with ordinality as target (id, place) using (place)
     join items as folder on folder.id = target.id
     where items.id = document.id`,
    [roomId, folders.length, folders],
  )
}

async function measure({ rounds, scratch, size = DOCUMENTS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const data = join(scratch.folder, 'data')
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  const { pool } = (
    await fillTexts(scratch, server, roomId, size, { dataDir: data, keyDir: `${data}-keys` })
  ).database
  await placeInFolders(database, operator, roomId)
  const plain = await enterReader(server, scratch, operator, 'plain@example.com')
  const granted = await enterReader(server, scratch, operator, 'granted@example.com')
  const groups = await makeGroups(operator, roomId, GROUPS)
  await operator.post('/room/api/group/members', {
    id: groups[0],
    roomId,
    managementIds: [granted.memberId],
  })
  await scatterGrants(database, roomId, groups, GRANTS_PER_GROUP)
  const { rows: first } = await database.query(
    'select min(id)::int as id from items where room_id = $1 and not folder',
    [roomId],
  )
  await operator.post('/room/api/grant', {
    roomId,
    changes: [{ groupId: groups[0], itemId: first[0].id, level: 'none' }],
  })
  await database.query('vacuum analyze')

  const cases = searchCases()
  const timesOf = (reader, each, found) => searchTimes(pool, reader.client, { ...each, found })
  // Only hidden documents reduce the result.
  if ((await granted.client.searchTexts(RARE)) >= (await plain.client.searchTexts(RARE)))
    throw new Error('grants hide nothing')
  const candidates = []
  for (const each of cases) {
    const found = await granted.client.searchTexts(each.words, each.order)
    candidates.push([`${each.what}, without`, () => timesOf(plain, each, each.found)])
    candidates.push([`${each.what}, with`, () => timesOf(granted, each, found)])
  }
  const measured = await alternate(rounds, Object.fromEntries(candidates))
  const of = ({ what }, whose, share) =>
    measured[`${what}, ${whose}`].map((round) => percentile(round, share))
  const { rows: given } = await database.query(
    'select count(*)::int as grants from grants where room_id = $1',
    [roomId],
  )
  return {
    rows: cases.flatMap((each) =>
      [0.5, 0.95].flatMap((share) => [
        figure(`${each.what}, without grants, p${share * 100}`, 'ms', of(each, 'without', share)),
        figure(
          `${each.what}, with grants, p${share * 100} (goal 1.5)`,
          'ms',
          of(each, 'with', share),
          {
            is: 'times without grants',
            values: ratios(of(each, 'with', share), of(each, 'without', share)),
          },
        ),
      ]),
    ),
    notes: [
      `${size.toLocaleString('en')} documents, ${GROUPS} groups, ${given[0].grants.toLocaleString('en')} grants`,
    ],
  }
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
