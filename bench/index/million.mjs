import { setTimeout as wait } from 'node:timers/promises'
import { alternate, figure, limited, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { fillInBulk } from '../lib/fill/in-bulk.mjs'
import { enterReader, makeGroups, scatterGrants } from '../lib/rights.mjs'
import { startServer } from '../lib/server.mjs'

const DOCUMENTS = 1_000_000
const LARGE = 100_000
const INSIDE = 100
const EACH = 100
const GROUPS = 20
const GRANTS_PER_GROUP = 200
const NEW = 500
const CALLS = 10
/** Of ten calls, the slowest would be the 95th percentile. */
const NEWS_CALLS = 100
const WINDOW = 200
const NEWS_WINDOW = 50

const LIST_GOAL = 1.2
const ORDER_GOAL_MS = 50
const PUBLISH_GOAL_S = 5
const SEEN_GOAL_S = 1
const NEWS_GOAL_MS = 20

/** SQL changes the numbering after placement. */
const NUMBERINGS = {
  live: ['live', 'room'],
  'live, of each group': ['live', 'group'],
  fixed: ['fixed', 'room'],
}

async function measure({ rounds, scratch, size = DOCUMENTS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  const seconds = {}
  const once = async (name, work) => {
    scratch.throwIfOver()
    seconds[name] = [await secondsOf(work)]
  }
  let made
  await once('fill', async () => {
    made = await fillInBulk(scratch, database, roomId, {
      size,
      large: LARGE,
      inside: INSIDE,
      each: EACH,
    })
  })
  const readers = await enterReaders(server, scratch, { operator, database, roomId })
  const number = (numbering) =>
    operator.post('/room/api/room/update/index', { id: roomId, numbering, scope: 'room' })
  await once('live', () => number('live'))
  await once('fixed', () => number('fixed'))
  await database.query('vacuum analyze')

  const bench = { scratch, database, operator, readers, roomId, made, rounds }
  const rows = [
    ...(await listsOf(bench)),
    ...(await ordersOf(bench)),
    ...(await newsOf(bench)),
    ...(await publishingOf(bench)),
  ]
  return {
    rows: [
      ...rows,
      figure('numbers switched on for the first time, live', 's', seconds.live),
      figure('the same, fixed', 's', seconds.fixed),
    ],
    notes: [
      `${size.toLocaleString('en')} documents, ${LARGE.toLocaleString('en')} of them in one folder, filled in ${Math.round(seconds.fill[0])} s`,
      `${GROUPS} groups, ${(GROUPS * GRANTS_PER_GROUP).toLocaleString('en')} grants, ${NEW} new documents`,
    ],
  }
}

/** One person has no grants, the other's group has them. Both visited a day ago, after the grants. */
async function enterReaders(server, scratch, { operator, database, roomId }) {
  const plain = await enterReader(server, scratch, operator, 'plain@example.com')
  const granted = await enterReader(server, scratch, operator, 'granted@example.com')
  const groups = await makeGroups(operator, roomId, GROUPS)
  await operator.post('/room/api/group/members', {
    id: groups[0],
    roomId,
    managementIds: [granted.memberId],
  })
  await scatterGrants(database, roomId, groups, GRANTS_PER_GROUP)
  await database.query(
    `update grants set held_since = now() - interval '20 days' where room_id = $1`,
    [roomId],
  )
  await database.query('delete from past_members where room_id = $1', [roomId])
  await database.query(
    `update sessions set last_visit_at = now() - interval '1 day' where room_id = $1`,
    [roomId],
  )
  return { plain: plain.client, granted: granted.client }
}

const setNumbering = (database, roomId, [numbering, scope]) =>
  database.query('update rooms set numbering = $2, numbering_scope = $3 where id = $1', [
    roomId,
    numbering,
    scope,
  ])

/** Each order alternates with the unnumbered list by name. */
async function listsOf({ database, operator, readers, roomId, made, rounds }) {
  const people = {
    'an operator': operator,
    'a participant': readers.plain,
    'one with grants': readers.granted,
  }
  const orders = { 'by name, no numbers': { sort: 'name', as: ['off', 'room'] } }
  for (const [numbering, as] of Object.entries(NUMBERINGS))
    orders[`by index, ${numbering}`] = { sort: 'index', as }
  const [byName] = Object.keys(orders)
  const rows = []
  for (const [folder, parent] of [
    [`folder of ${LARGE.toLocaleString('en')}`, made.largest],
    [`folder of ${EACH}`, made.small],
  ]) {
    for (const [who, client] of Object.entries(people)) {
      const times = Object.fromEntries(Object.keys(orders).map((order) => [order, []]))
      for (let round = -1; round < rounds; round += 1) {
        const measured = await listTimes(database, roomId, orders, (sort) =>
          client.list({ parent, sort, limit: WINDOW }),
        )
        if (round >= 0)
          for (const order of Object.keys(orders))
            times[order].push(percentile(measured[order], 0.5))
      }
      for (const order of Object.keys(orders)) {
        const what = `${folder}, ${who}, ${order}`
        const ratio = { is: `of ${byName}`, values: ratios(times[order], times[byName]) }
        rows.push(
          order === byName
            ? figure(what, 'ms', times[order])
            : limited(figure(what, 'ms', times[order], ratio), { mostRatio: LIST_GOAL }),
        )
      }
    }
  }
  return rows
}

async function listTimes(database, roomId, orders, list) {
  const times = Object.fromEntries(Object.keys(orders).map((order) => [order, []]))
  for (let call = 0; call < CALLS; call += 1) {
    for (const [order, { sort, as }] of Object.entries(orders)) {
      await setNumbering(database, roomId, as)
      times[order].push(1_000 * (await secondsOf(() => list(sort))))
    }
  }
  return times
}

async function ordersOf({ database, operator, roomId, made, rounds }) {
  const { rows } = await database.query(
    'select id::int from items where parent_id = $1 order by id',
    [made.largest],
  )
  const ids = rows.map(({ id }) => id)
  let turn = 0
  const other = () => ids[(turn++ * 7919) % ids.length]
  const order = (to) =>
    operator.post('/room/api/file/order', { roomId, parent: made.largest, ...to })
  const ways = {
    'before another': () => order({ ids: [other()], before: other() }),
    'to the end': () => order({ ids: [other()], before: null }),
    'to the first place': () => order({ ids: [other()], place: 1 }),
    'to the middle place': () => order({ ids: [other()], place: ids.length >> 1 }),
    'to the last place but ten': () => order({ ids: [other()], place: ids.length - 10 }),
    'one place down': () => order({ ids: [other()], step: 1 }),
    '100 items before another': () => {
      const target = other()
      return order({
        ids: Array.from({ length: 100 }, other).filter((id) => id !== target),
        before: target,
      })
    },
  }
  const rowsOf = []
  for (const numbering of ['live', 'fixed']) {
    await setNumbering(database, roomId, NUMBERINGS[numbering])
    const measured = await alternate(
      rounds,
      Object.fromEntries(
        Object.entries(ways).map(([name, way]) => [
          name,
          async () => percentile(await timesOf(way), 0.5),
        ]),
      ),
    )
    for (const [name, values] of Object.entries(measured))
      rowsOf.push(
        limited(
          figure(
            `order of ${ids.length.toLocaleString('en')}, ${numbering}, ${name}`,
            'ms',
            values,
          ),
          { most: ORDER_GOAL_MS },
        ),
      )
  }
  return rowsOf
}

async function timesOf(work, calls = CALLS) {
  const times = []
  for (let call = 0; call < calls; call += 1) times.push(1_000 * (await secondsOf(work)))
  return times
}

async function newsOf({ database, readers, roomId, made, rounds }) {
  await database.query(
    `update items set (created_at, added_at, appeared_at, content_at) = (select at, at, at, at from (select now() - nth * interval '2 minutes' as at) as times)
     from (
       select id, row_number() over () as nth
       from (select id from items where room_id = $1 and not folder and parent_id <> $3 order by id * 7919 % 1000003 limit $2) as fresh
     ) as fresh
     where items.id = fresh.id`,
    [roomId, NEW, made.largest],
  )
  await setNumbering(database, roomId, ['off', 'room'])
  await database.query('vacuum analyze')
  const news = (client) => client.post('/room/api/file/new', { roomId, limit: NEWS_WINDOW })
  const shown = {
    plain: (await news(readers.plain)).length,
    granted: (await news(readers.granted)).length,
  }
  if (shown.plain !== NEWS_WINDOW || shown.granted === 0)
    throw new Error(`not what is new: ${JSON.stringify(shown)}`)
  const p95 = (work) => async () => percentile(await timesOf(work, NEWS_CALLS), 0.95)
  const times = await alternate(rounds, {
    list: p95(() => readers.plain.list({ parent: made.small, sort: 'name', limit: NEWS_WINDOW })),
    plain: p95(() => news(readers.plain)),
    granted: p95(() => news(readers.granted)),
  })
  return [
    figure(`a list of ${NEWS_WINDOW} by name, a participant, p95`, 'ms', times.list),
    limited(figure('what is new, a participant, p95', 'ms', times.plain), { most: NEWS_GOAL_MS }),
    limited(figure('what is new, one with grants, p95', 'ms', times.granted), {
      most: NEWS_GOAL_MS,
    }),
  ]
}

async function publishingOf({ database, operator, readers, roomId, made, rounds }) {
  const isSeen = async () =>
    (await readers.plain.list({ parent: 0 })).payload.some(({ id }) => id === made.top)
  const publishes = []
  const seen = []
  const post = (what) => operator.post(`/room/api/file/${what}`, { roomId, ids: [made.top] })
  await setNumbering(database, roomId, NUMBERINGS.live)
  for (let round = 0; round < rounds; round += 1) {
    await post('unpublish')
    while (await isSeen()) await wait(5)
    await database.query(
      'update items set staged = true where room_id = $1 and ancestors >= array[$2::bigint] and ancestors < array[$2::bigint + 1]',
      [roomId, made.top],
    )
    publishes.push(await secondsOf(() => post('publish')))
    seen.push(
      await secondsOf(async () => {
        while (!(await isSeen()));
      }),
    )
  }
  return [
    limited(
      figure(`${(INSIDE * EACH).toLocaleString('en')} documents published at once`, 's', publishes),
      { most: PUBLISH_GOAL_S },
    ),
    limited(figure('until a reader lists them, from then', 's', seen), { most: SEEN_GOAL_S }),
  ]
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
