import { secondsOf } from './figures.mjs'
import { ABSENT, COMMON, MEDIUM, RARE } from './fill/texts.mjs'

const CALLS = 10
const WORDS = {
  'words of ten documents': [RARE, 10],
  'words of 500 documents': [MEDIUM, 20],
  'a word of all documents': [COMMON, 20],
  'a word of none': [ABSENT, 0],
}
const ORDERS = { 'by relevance': { sort: 'relevance' }, 'by name': {} }

/** `found` counts matches for a person who sees everything. */
export const searchCases = () =>
  Object.entries(WORDS).flatMap(([what, [words, found]]) =>
    Object.entries(ORDERS).map(([how, order]) => ({
      what: `${what}, ${how}`,
      words,
      order,
      found,
    })),
  )

export async function searchTimes(pool, client, { words, order, found }) {
  // The server throttles members' searches.
  await pool.query("delete from throttles where kind = 'search'")
  const times = []
  for (let done = 0; done < CALLS; done += 1) {
    let reported
    times.push(
      (await secondsOf(async () => {
        reported = await client.searchTexts(words, order)
      })) * 1_000,
    )
    if (reported !== found) throw new Error(`${reported} documents were found in place of ${found}`)
  }
  return times
}
