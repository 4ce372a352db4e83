import { randomUUID } from 'node:crypto'
import { createRoomKeyring, indexKeyOf } from '../../../.build/server/features/rooms/index.js'
import { gramsOf, packedTokens, tokensOf } from '../../../.build/server/features/search/grams.js'
import { blockPurpose, packPages } from '../../../.build/server/features/search/text-block.js'
import { openKeyStore } from '../../../.build/server/platform/encryption/open-key-store.js'
import { connect } from '../connect.mjs'

const PAGES = 20
const WORDS_OF_PAGE = 220
/** Word frequencies follow Zipf's law. */
const VOCABULARY = 20_000
/** Indexing uses the same block size. */
const BLOCK_CHARACTERS = 16_000
const BATCH = 100
const RARE_IN = 10
const MEDIUM_IN = 500
export const RARE = '희소광물 채굴권'
export const MEDIUM = '경업금지 약정'
export const COMMON = '손해배상'
export const ABSENT = '없는낱말'

const SYLLABLES = [
  ...'가각간갈감강개거건검게격결경계고공과관광교구국권규그금기김나남내년노단대도동등라래력령로료류리마만매면명모목무문물미민반발방배법변별보본부분비사산상서선설성세소손수시신실심안양어업여역연영예오용우원위유음의이인일임입자작장재적전정제조종주준중지직진집차참청체출취치타통특판평표품하한합해행허현협형호화환회후',
]

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
  const words = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 2 + Math.floor(next() * 3) }, syllable).join(''),
  )
  const word = () => words[Math.floor(VOCABULARY ** next()) - 1]
  return () => Array.from({ length: WORDS_OF_PAGE }, word).join(' ')
}

function tokensUnder(key) {
  const known = new Map()
  const tokenOf = (gram) => {
    if (!known.has(gram)) known.set(gram, tokensOf(key, new Set([gram]))[0])
    return known.get(gram)
  }
  return (pages) =>
    packedTokens([...new Set(pages.flatMap(({ text }) => [...gramsOf(text)].map(tokenOf)))])
}

function blocksOf(pages) {
  const blocks = [[]]
  let characters = 0
  for (const page of pages) {
    if (characters + page.text.length > BLOCK_CHARACTERS) {
      blocks.push([])
      characters = 0
    }
    blocks.at(-1).push(page)
    characters += page.text.length
  }
  return blocks
}

/** Every document has the common word, ten the rare ones. @returns the database and UTF-8 bytes */
export async function fillTexts(scratch, server, roomId, size, folders, pagesOf = PAGES) {
  const database = await connect(scratch, server)
  const keyring = createRoomKeyring(await openKeyStore(folders))
  const { room } = await keyring.keysOf(database.db, roomId)
  const tokens = tokensUnder(indexKeyOf(room))
  const write = writerOf(1)
  const { rows } = await database.pool.query('select id from members where room_id = $1', [roomId])
  // Building the index afterwards saves minutes and equals one after vacuum.
  const index = await database.pool.query(
    "select indexdef from pg_indexes where indexname = 'blocks_by_packed'",
  )
  await database.pool.query('drop index blocks_by_packed')
  let bytes = 0
  for (let done = 0; done < size; done += BATCH) {
    scratch.throwIfOver()
    const made = []
    for (let number = done; number < Math.min(size, done + BATCH); number += 1) {
      const pages = Array.from({ length: pagesOf }, (_, at) => ({
        page: at + 1,
        text: write(),
        unseen: [],
      }))
      const page = (at) => pages[Math.min(at, pages.length - 1)]
      page(1).text += ` ${COMMON} 조항`
      if (number % (size / MEDIUM_IN) === 0) page(4).text += ` ${MEDIUM}`
      if (number % (size / RARE_IN) === 0) page(2).text += ` ${RARE}`
      bytes += pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      const uid = randomUUID()
      const blocks = await Promise.all(
        blocksOf(pages).map(async (block) => {
          const first = block[0].page
          const packed = await packPages(block)
          const encrypted = await database.transaction((tx) =>
            keyring.content.encrypt(tx, roomId, blockPurpose(uid, first), packed),
          )
          return { first, sealed: encrypted.toString('hex'), packed: tokens(block).toString('hex') }
        }),
      )
      made.push({ uid, blocks, name: `문서 ${String(number).padStart(7, '0')}.pdf` })
    }
    await database.pool.query(WRITE, [roomId, rows[0].id, JSON.stringify(made)])
  }
  const client = await server.database()
  await client.query(index.rows[0].indexdef)
  await client.query('alter index blocks_by_packed alter column 1 set statistics 20')
  await client.query('vacuum analyze')
  return { database, bytes }
}

const WRITE = `
  with made as (select * from jsonb_to_recordset($3::jsonb) as made (uid uuid, blocks jsonb, name text)),
  numbered as (select made.*, nextval(pg_get_serial_sequence('items', 'id')) as item, nextval(pg_get_serial_sequence('file_versions', 'id')) as version from made),
  added as (
    insert into items (id, room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, version_id, created_at, created_by)
    select item, $1, 0, '{}', false, name, name, name, 'pdf', gen_random_uuid()::text, 1, version, date_trunc('milliseconds', now()), $2 from numbered
  ),
  versions as (
    insert into file_versions (id, room_id, item_id, content_uid, number, size, sealed_digest, created_at, created_by, status, pages)
    select version, $1, item, uid, 1, 1, ''::bytea, now(), $2, 'READY', '[]' from numbered returning id
  ),
  segments as (
    insert into file_segments (version_id, ordinal, room_id, blob_id, size, wrapped_key)
    select version, 0, $1, replace(gen_random_uuid()::text, '-', ''), 1, '' from numbered
  ),
  texts as (insert into content_texts (content_uid, room_id, state, reader) select uid, $1, 'READ', 32767 from numbered returning content_uid)
  insert into text_blocks (content_uid, first_page, room_id, sealed, packed)
  select uid, first, $1, decode(sealed, 'hex'), decode(packed, 'hex')
  from numbered join texts on texts.content_uid = uid
  cross join lateral jsonb_to_recordset(blocks) as block (first int, sealed text, packed text)`
