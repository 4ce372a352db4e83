import { randomUUID } from 'node:crypto'
import { createRoomKeyring, indexKeyOf } from '../../.build/server/features/rooms/index.js'
import { gramsOf, tokensOf } from '../../.build/server/features/search/grams.js'
import { blockPurpose, packPages } from '../../.build/server/features/search/text-block.js'
import { openKeyStore } from '../../.build/server/platform/crypto/open-key-store.js'
import { connectDatabase } from '../../.build/server/platform/db/connect.js'
import { memoryLog } from '../../.build/server/platform/log/memory-log.js'

const PAGES = 4
const WORDS_OF_PAGE = 220
/** Different words of all documents together, as likely as those of a language: the second half as often as the first, and so on (Zipf). */
const VOCABULARY = 20_000
/** Documents of one statement. */
const BATCH = 100
/** Documents that have the rare words. */
const RARE_IN = 10
export const RARE = '희소광물 채굴권'
export const COMMON = '손해배상'
export const ABSENT = '없는낱말'

const SYLLABLES = [
  ...'가각간갈감강개거건검게격결경계고공과관광교구국권규그금기김나남내년노단대도동등라래력령로료류리마만매면명모목무문물미민반발방배법변별보본부분비사산상서선설성세소손수시신실심안양어업여역연영예오용우원위유음의이인일임입자작장재적전정제조종주준중지직진집차참청체출취치타통특판평표품하한합해행허현협형호화환회후',
]

/** Numbers below 1 that are the same in every run (mulberry32). */
function numbersFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function writerOf(seed) {
  const next = numbersFrom(seed)
  const syllable = () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]
  const words = Array.from({ length: VOCABULARY }, () => Array.from({ length: 2 + Math.floor(next() * 3) }, syllable).join(''))
  const word = () => words[Math.floor(VOCABULARY ** next()) - 1]
  return () => Array.from({ length: WORDS_OF_PAGE }, word).join(' ')
}

/** The tokens of pages. The words come again and again, and each pair is reckoned once. */
function tokensUnder(key) {
  const known = new Map()
  const tokenOf = (gram) => {
    if (!known.has(gram)) known.set(gram, tokensOf(key, new Set([gram]))[0])
    return known.get(gram)
  }
  return (pages) => [...new Set(pages.flatMap(({ text }) => [...gramsOf(text)].map(tokenOf)))].sort((one, other) => one - other)
}

/**
 * Puts documents into a room whose text was read, by rows alone and under the room's own keys, and the same text in clear into the table
 * `clear_texts`, a row for each document. The common word is in each of them, the rare ones in ten.
 */
export async function fillTexts(scratch, server, roomId, size, folders) {
  const database = await connectDatabase({ ...(await server.connection()), ssl: false }, { log: memoryLog() })
  scratch.defer(() => database.close())
  const keyring = createRoomKeyring(await openKeyStore(folders))
  const { room } = await keyring.keysOf(database.db, roomId)
  const tokens = tokensUnder(indexKeyOf(room))
  const page = writerOf(1)
  await database.pool.query('create table if not exists clear_texts (item_id bigint, text text)')
  const { rows } = await database.pool.query('select id from members where room_id = $1', [roomId])
  for (let done = 0; done < size; done += BATCH) {
    scratch.throwIfOver()
    const made = []
    for (let number = done; number < Math.min(size, done + BATCH); number += 1) {
      const pages = Array.from({ length: PAGES }, (_, at) => ({ page: at + 1, text: page(), unseen: [] }))
      pages[1].text += ` ${COMMON} 조항`
      if (number % (size / RARE_IN) === 0) pages[2].text += ` ${RARE}`
      const uid = randomUUID()
      const text = pages.map((each) => each.text).join('\n')
      const packed = await packPages(pages)
      const sealed = await database.transaction((tx) => keyring.content.seal(tx, roomId, blockPurpose(uid, 1), packed))
      made.push({
        uid,
        text,
        sealed: sealed.toString('hex'),
        tokens: `{${tokens(pages)}}`,
        name: `문서 ${String(number).padStart(7, '0')}.pdf`,
      })
    }
    await database.pool.query(WRITE, [roomId, rows[0].id, JSON.stringify(made)])
  }
  await database.pool.query('vacuum analyze')
  return database
}

const WRITE = `
  with made as (select * from jsonb_to_recordset($3::jsonb) as made (uid uuid, text text, sealed text, tokens text, name text)),
  numbered as (select made.*, nextval(pg_get_serial_sequence('items', 'id')) as item, nextval(pg_get_serial_sequence('file_versions', 'id')) as version from made),
  added as (
    insert into items (id, room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, version_id, created_at, created_by)
    select item, $1, 0, '{}', false, name, name, name, 'pdf', gen_random_uuid()::text, 1, version, now(), $2 from numbered
  ),
  versions as (
    insert into file_versions (id, room_id, item_id, content_uid, number, size, sealed_digest, created_at, created_by, status, pages)
    select version, $1, item, uid, 1, 1, ''::bytea, now(), $2, 'READY', '[]' from numbered returning id
  ),
  texts as (insert into content_texts (content_uid, room_id, state) select uid, $1, 'READ' from numbered returning content_uid),
  clear as (insert into clear_texts select item, text from numbered)
  insert into text_blocks (content_uid, first_page, room_id, sealed, tokens)
  select uid, 1, $1, decode(sealed, 'hex'), tokens::int[] from numbered join texts on texts.content_uid = uid`
