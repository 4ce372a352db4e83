import { join } from 'node:path'
import { alternate, figure, limited, percentile, secondsOf } from './lib/figures.mjs'
import { COMMON, fillTexts } from './lib/fill/texts.mjs'
import { searchCases, searchTimes } from './lib/searches.mjs'
import { startServer } from './lib/server.mjs'

const DOCUMENTS = 10_000
const LIMIT_MS = 100
const MOST_TIMES = 2

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  const folders = { dataDir: data, keyDir: `${data}-keys` }
  const single = await fillTexts(
    scratch,
    server,
    (await server.createRoom()).roomId,
    DOCUMENTS,
    folders,
    1,
  )
  const [sizeOfSingle] = (await single.database.pool.query(SIZES)).rows
  await single.database.pool.query('truncate text_blocks')
  let made
  const filled = await secondsOf(async () => {
    made = await fillTexts(scratch, server, room.roomId, DOCUMENTS, folders)
  })
  const { pool } = made.database
  const cases = searchCases()
  const measured = await alternate(
    rounds,
    Object.fromEntries(cases.map((each) => [each.what, () => searchTimes(pool, client, each)])),
  )
  const counting = await secondsOf(() => client.countTexts(COMMON))
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
        limited(
          figure(`${what}, p95 of all rounds`, 'ms', [percentile(measured[what].flat(), 0.95)]),
          { most: LIMIT_MS },
        ),
      ]),
      figure('the count of a word of all, behind the first results', 'ms', [counting * 1_000]),
      limited(figure('index, without the sealed text', 'times the text', [share(size.index)]), {
        most: MOST_TIMES,
      }),
      limited(
        figure('index of documents with one page', 'times the text', [
          Number(sizeOfSingle.index) / single.bytes,
        ]),
        {
          most: MOST_TIMES,
        },
      ),
      figure('of it tokens by block', 'times the text', [share(size.tokens)]),
      figure('of it blocks by token', 'times the text', [share(size.by_token)]),
      figure('the sealed text beside it', 'times the text', [share(size.sealed)]),
    ],
    notes: [
      `${DOCUMENTS.toLocaleString('en')} documents of 20 pages, ${Math.round(made.bytes / 2 ** 20)} MiB of text in UTF-8, were sealed and written in ${Math.round(filled)} s`,
    ],
  }
}

const SIZES = `
  with sealed as (select sum(octet_length(sealed)) as sealed, sum(pg_column_size(packed)) as tokens from text_blocks)
  select sealed, tokens, pg_relation_size('blocks_by_packed') as by_token, pg_total_relation_size('text_blocks') - sealed as index from sealed`

export const bench = { rounds: 5, limitMinutes: 20, measure }
