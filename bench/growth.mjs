import { alternate, figure, limited, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { fillRoom } from './lib/fill/room.mjs'
import { startServer } from './lib/server.mjs'

const SIZES = [1_000, 100_000, 1_000_000]
const CALLS = 40
const WINDOW = 200
const NAMES_MS = 15

const count = (size) => size.toLocaleString('en')

const ACTS = {
  'first window of the largest folder': (client, { largest }) =>
    client.list({ parent: largest, limit: WINDOW }),
  'window in the middle of it': (client, { largest, middle }) =>
    client.list({ parent: largest, limit: WINDOW, cursor: middle }),
  'opening the tree (root)': (client) => client.list({ parent: 0, limit: WINDOW }),
  'opening the tree (60 deep)': (client, { deepest }) =>
    client.list({ parent: deepest, limit: WINDOW }),
  'searching a name (10 hits)': (client, { rare }) => client.list({ keyword: rare, limit: WINDOW }),
  'searching a name (a tenth of all, side by side)': (client, { common }) =>
    client.list({ keyword: common, limit: WINDOW }),
  'searching a name (three tenths of all, inside the names)': (client, { inner }) =>
    client.list({ keyword: inner, limit: WINDOW }),
  'searching a name (a tenth of all, by date)': (client, { common }) =>
    client.list({ keyword: common, limit: WINDOW, sort: '-uploadedAt' }),
  'searching one syllable (10 hits)': (client, { rare }) =>
    client.list({ keyword: rare.slice(0, 1), limit: WINDOW }),
  'searching two syllables (10 hits)': (client, { rare }) =>
    client.list({ keyword: rare.slice(0, 2), limit: WINDOW }),
  'searching in decomposed letters (10 hits)': (client, { rare }) =>
    client.list({ keyword: rare.normalize('NFD'), limit: WINDOW }),
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const rooms = []
  for (const size of SIZES) {
    const room = await server.createRoom()
    const client = await server.enterRoom(room)
    const made = await fillRoom(database, room.roomId, size)
    scratch.throwIfOver()
    rooms.push({ client, ...made, middle: await cursorInTheMiddle(client, made) })
  }
  await database.query('vacuum analyze')

  const candidates = Object.fromEntries(
    rooms.map((room, index) => [SIZES[index], () => timesOf(room)]),
  )
  const measured = await alternate(rounds, candidates)
  const at = (size, act, share) => measured[size].map((round) => percentile(round[act], share))
  return {
    rows: Object.keys(ACTS).flatMap((act) =>
      SIZES.flatMap((size) =>
        [0.5, 0.95].map((share) => {
          const values = at(size, act, share)
          const growth = {
            is: `times ${count(SIZES[0])} items`,
            values: ratios(values, at(SIZES[0], act, share)),
          }
          const row = figure(
            `${act}, ${count(size)} items, p${share * 100}`,
            'ms',
            values,
            size === SIZES[0] ? undefined : growth,
          )
          return act.startsWith('searching') && share === 0.95
            ? limited(row, { most: NAMES_MS })
            : row
        }),
      ),
    ),
    notes: [],
  }
}

async function timesOf(room) {
  const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]))
  for (let call = 0; call < CALLS; call += 1) {
    for (const [name, act] of Object.entries(ACTS))
      times[name].push((await secondsOf(() => act(room.client, room))) * 1_000)
  }
  return times
}

async function cursorInTheMiddle(client, { largest, inLargest }) {
  let cursor
  for (let passed = 0; passed < inLargest / 2; ) {
    const limit = Math.min(1_000, Math.ceil(inLargest / 2 - passed))
    const page = await client.list({
      parent: largest,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    passed += page.payload.length
    cursor = page.nextCursor
  }
  return cursor
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
