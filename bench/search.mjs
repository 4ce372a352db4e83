import { join } from 'node:path'
import { alternate, figure, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { ABSENT, COMMON, fillTexts, RARE } from './lib/fill-texts.mjs'
import { startServer } from './lib/server.mjs'

const DOCUMENTS = 10_000
/** Calls of each kind in a round. */
const CALLS = 10
const FIRST_PAGE = 20

const WORDS = { 'words of ten documents': RARE, 'a word of all documents': COMMON, 'a word of none': ABSENT }

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  const filled = await secondsOf(async () => {
    room.database = await fillTexts(scratch, server, room.roomId, DOCUMENTS, { dataDir: data, keyDir: `${data}-keys` })
  })
  const { pool } = room.database
  const found = await client.searchTexts(RARE)
  if (found !== 10) throw new Error(`${found} documents were found in place of ten`)

  const sealed = (words) => () => times(() => client.searchTexts(words))
  const clear = (words) => () =>
    times(() => pool.query('select item_id from clear_texts where text ilike $1 order by item_id limit $2', [`%${words}%`, FIRST_PAGE]))
  const measured = await alternate(
    rounds,
    Object.fromEntries(
      Object.entries(WORDS).flatMap(([what, words]) => [
        [what, sealed(words)],
        [`${what}, clear`, clear(words)],
      ]),
    ),
  )
  const p95 = (name) => measured[name].map((each) => percentile(each, 0.95))
  const sizes = await pool.query(
    "select pg_total_relation_size('text_blocks') / 2.0^20 as sealed, pg_total_relation_size('clear_texts') / 2.0^20 as clear",
  )
  const [size] = sizes.rows
  return {
    rows: [
      ...Object.keys(WORDS).map((what) =>
        figure(`${what}, first page, p95`, 'ms', p95(what), {
          is: 'all text in clear, read',
          values: ratios(p95(what), p95(`${what}, clear`)),
        }),
      ),
      figure('table of texts with its index', 'MiB', [Number(size.sealed)], {
        is: 'the text in clear',
        values: [Number(size.sealed) / Number(size.clear)],
      }),
    ],
    notes: [`${DOCUMENTS.toLocaleString('en')} documents of 4 pages were sealed and written in ${Math.round(filled)} s`],
  }
}

/** Milliseconds of each call. */
async function times(call) {
  const all = []
  for (let done = 0; done < CALLS; done += 1) all.push((await secondsOf(call)) * 1_000)
  return all
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
