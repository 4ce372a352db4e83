import { join } from 'node:path'
import { alternate, figure, percentile, secondsOf } from './lib/figures.mjs'
import { ABSENT, COMMON, fillTexts, MEDIUM, RARE } from './lib/fill-texts.mjs'
import { startServer } from './lib/server.mjs'

const DOCUMENTS = 10_000
const CALLS = 10
const LIMIT_MS = 100
const MOST_TIMES = 2

const WORDS = {
  'words of ten documents': [RARE, 10],
  'words of 500 documents': [MEDIUM, 20],
  'a word of all documents': [COMMON, 20],
  'a word of none': [ABSENT, 0],
}
const ORDERS = { 'by relevance': { sort: 'relevance' }, 'by name': {} }

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  const folders = { dataDir: data, keyDir: `${data}-keys` }
  const single = await fillTexts(scratch, server, (await server.createRoom()).roomId, DOCUMENTS, folders, 1)
  const [sizeOfSingle] = (await single.database.pool.query(SIZES)).rows
  await single.database.pool.query('truncate text_blocks')
  let made
  const filled = await secondsOf(async () => {
    made = await fillTexts(scratch, server, room.roomId, DOCUMENTS, folders)
  })
  const { pool } = made.database
  const cases = Object.entries(WORDS).flatMap(([what, [words, found]]) =>
    Object.entries(ORDERS).map(([how, order]) => ({ what: `${what}, ${how}`, words, order, found })),
  )
  const search = async ({ words, order, found }) => {
    const reported = await client.searchTexts(words, order)
    if (reported !== found) throw new Error(`${reported} documents were found in place of ${found}`)
  }
  const measured = await alternate(
    rounds,
    Object.fromEntries(
      cases.map((each) => [
        each.what,
        async () => {
          // Members may not search this often.
          await pool.query("delete from throttles where kind = 'search'")
          return times(() => search(each))
        },
      ]),
    ),
  )
  const counting = await secondsOf(() => client.searchTexts(COMMON, { count: true }))
  const [size] = (await pool.query(SIZES)).rows
  const share = (bytes) => Number(bytes) / made.bytes
  return {
    rows: [
      ...cases.flatMap(({ what }) => [
        figure(
          `${what}, p50`,
          'ms',
          measured[what].map((each) => percentile(each, 0.5)),
        ),
        figure(`${what}, p95 of all rounds`, 'ms', [percentile(measured[what].flat(), 0.95)], {
          is: `the limit, ${LIMIT_MS} ms`,
          values: [percentile(measured[what].flat(), 0.95) / LIMIT_MS],
        }),
      ]),
      figure('the count of a word of all, behind the first results', 'ms', [counting * 1_000]),
      figure('index, without the sealed text', 'times the text', [share(size.index)], {
        is: `the limit, ${MOST_TIMES} times`,
        values: [share(size.index) / MOST_TIMES],
      }),
      figure('index of documents with one page', 'times the text', [Number(sizeOfSingle.index) / single.bytes], {
        is: `the limit, ${MOST_TIMES} times`,
        values: [Number(sizeOfSingle.index) / single.bytes / MOST_TIMES],
      }),
      figure('of it tokens by block', 'times the text', [share(size.tokens)]),
      figure('of it blocks by token', 'times the text', [share(size.by_token)]),
      figure('the sealed text beside it', 'times the text', [share(size.sealed)]),
    ],
    notes: [
      `${DOCUMENTS.toLocaleString('en')} documents of 20 pages, ${Math.round(made.bytes / 2 ** 20)} MiB of text in UTF-8, were sealed and written in ${Math.round(filled)} s`,
    ],
  }
}

/** Separates encrypted values from table and indexes. */
const SIZES = `
  with sealed as (select sum(octet_length(sealed)) as sealed, sum(pg_column_size(packed)) as tokens from text_blocks)
  select sealed, tokens, pg_relation_size('blocks_by_packed') as by_token, pg_total_relation_size('text_blocks') - sealed as index from sealed`

/** Returns milliseconds. */
async function times(call) {
  const all = []
  for (let done = 0; done < CALLS; done += 1) all.push((await secondsOf(call)) * 1_000)
  return all
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
