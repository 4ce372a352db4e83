import { nameKey } from '../../../.build/contract/core/name-key.js'

const BATCH = 100_000
const SUBJECTS = [
  '주식매매계약서',
  '재무제표',
  '임대차계약서',
  '이사회 의사록',
  'Balance sheet',
  '감사보고서',
  '근로계약서',
]

/** Indexing afterwards takes a fraction of the time. */
async function withoutIndexes(database, table, work) {
  const { rows } = await database.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await database.query(`drop index ${name}`)
  await work()
  await database.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of rows) await database.query(definition)
}

/** Documents are a month old, without content. One folder holds `large`, others `each`; `inside` of them share a parent. */
export async function fillInBulk(scratch, database, roomId, { size, large, inside, each }) {
  const { rows } = await database.query('select id from members where room_id = $1 limit 1', [
    roomId,
  ])
  const member = rows[0].id
  const folders = async (names, parent, ancestors) =>
    (
      await database.query(FOLDERS, [
        roomId,
        member,
        parent,
        ancestors,
        names,
        names.map((name) => name.toLowerCase()),
        names.map(nameKey),
      ])
    ).rows
  const numbered = (name, count) =>
    Array.from({ length: count }, (_, number) => `${name} ${number + 1}`)

  const [largest] = await folders(['07 전표'], 0, [])
  const places = [{ ids: [largest.id], ancestors: [], count: large }]
  const tops = Math.ceil((size - large) / (inside * each))
  for (const { id } of await folders(numbered('실사자료', tops), 0, [])) {
    const below = await folders(numbered('폴더', inside), id, [id])
    places.push({ ids: below.map((folder) => folder.id), ancestors: [id], count: inside * each })
  }
  let made = 0
  await withoutIndexes(database, 'items', async () => {
    for (const { ids, ancestors, count } of places) {
      const wanted = Math.min(count, size - made)
      for (let done = 0; done < wanted; done += BATCH) {
        scratch.throwIfOver()
        const until = Math.min(wanted, done + BATCH)
        await database.query(FILES, [
          roomId,
          member,
          ids,
          ancestors,
          SUBJECTS,
          SUBJECTS.map(nameKey),
          made + done,
          made + until - 1,
        ])
      }
      made += wanted
    }
  })
  await database.query('update rooms set file_count = file_count + $2 where id = $1', [
    roomId,
    made,
  ])
  await database.query('vacuum analyze')
  return { largest: largest.id, top: places[1].ancestors[0], small: places[1].ids[0] }
}

const TIMES = `now() - interval '30 days', now() - interval '30 days', now() - interval '30 days', now() - interval '30 days'`

const FOLDERS = `
  insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_by,
    created_at, added_at, appeared_at, content_at)
  select $1, $3, $4::bigint[], true, name, folded, key, '', gen_random_uuid()::text, 0, $2, ${TIMES}
  from unnest($5::text[], $6::text[], $7::text[]) as made (name, folded, key)
  returning id::int`

/** Name keys equal those of `nameKey`. */
const FILES = `
  insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_by,
    created_at, added_at, appeared_at, content_at)
  select $1, folder.id, $4::bigint[] || folder.id, false, name, lower(name), key, 'pdf', gen_random_uuid()::text, 10000 + number % 1000000, $2,
    ${TIMES}
  from generate_series($7::bigint, $8::bigint) as number
  cross join lateral (select ($3::bigint[])[1 + number % cardinality($3::bigint[])] as id) as folder
  cross join lateral (select 1 + number % cardinality($5::text[]) as nth) as subject
  cross join lateral (
    select ($5::text[])[nth] || ' ' || number || '.pdf' as name,
      ($6::text[])[nth] || ' ' || chr(48 + length(number::text)) || number || '.pdf' as key
  ) as names`
