import { nameKey } from '../../../.build/contract/core/name-key.js'

const ROWS = 10_000
const DEPTH = 60
const RARE = '해오름'
const SUBJECTS = [
  '주식매매계약서',
  '재무제표',
  '임대차계약서',
  '이사회 의사록',
  '특허 등록증',
  'Balance sheet',
  'Term sheet',
  '감사보고서',
  '근로계약서',
  '세무조정계산서',
]

/** Half the rows share one folder; others have a hundred per folder, plus a chain 60 deep. */
export async function fillRoom(database, roomId, size) {
  const {
    rows: [{ id: member }],
  } = await database.query('select id from members where room_id = $1', [roomId])
  const writer = new Writer(database, roomId, member)
  const largest = await writer.folder('07 전표', [])
  const inLargest = size / 2
  await writer.files([largest], inLargest, 0)
  const chain = []
  for (let depth = 1; depth < DEPTH; depth += 1)
    chain.push(await writer.folder(`${depth}단계`, chain))
  const left = size - inLargest - DEPTH - 1
  for (let done = 0; done < left; ) {
    const path = []
    for (let level = Math.floor(done / 100); level > 0; level = Math.floor(level / 10))
      path.unshift(level % 10)
    const folder = await writer.branch(path)
    const files = Math.min(100, left - done)
    await writer.files(folder, files, inLargest + done)
    done += files
  }
  await writer.flush()
  return {
    largest,
    inLargest,
    deepest: chain.at(-1),
    rare: RARE,
    common: '임대차',
    inner: '계약서',
  }
}

export async function fillFolders(database, roomId, size, name) {
  const {
    rows: [{ id: member }],
  } = await database.query('select id from members where room_id = $1', [roomId])
  const writer = new Writer(database, roomId, member)
  await writer.folders([], size, name)
  await writer.flush()
}

class Writer {
  #database
  #roomId
  #member
  #branches = new Map()
  #waiting = []

  constructor(database, roomId, member) {
    this.#database = database
    this.#roomId = roomId
    this.#member = member
  }

  async folder(name, ancestors) {
    await this.flush()
    const { rows } = await this.#insert([this.#row({ name, ancestors, folder: true, number: 0 })])
    return rows[0].id
  }

  async branch(path) {
    if (path.length === 0) return []
    const name = path.join('.')
    if (!this.#branches.has(name)) {
      const above = await this.branch(path.slice(0, -1))
      this.#branches.set(name, [...above, await this.folder(`${name} 자료`, above)])
    }
    return this.#branches.get(name)
  }

  async files(ancestors, count, from) {
    for (let number = from; number < from + count; number += 1) {
      const rare = number < 10 ? ` ${RARE}` : ''
      const name = `${SUBJECTS[number % SUBJECTS.length]}${rare} ${String(number).padStart(7, '0')}.pdf`
      this.#waiting.push(this.#row({ name, ancestors, folder: false, number }))
      if (this.#waiting.length >= ROWS) await this.flush()
    }
  }

  async folders(ancestors, count, words) {
    for (let number = 0; number < count; number += 1) {
      const name = `${words} ${String(number).padStart(5, '0')}`
      this.#waiting.push(this.#row({ name, ancestors, folder: true, number }))
      if (this.#waiting.length >= ROWS) await this.flush()
    }
  }

  async flush() {
    if (this.#waiting.length > 0) await this.#insert(this.#waiting)
    this.#waiting = []
  }

  #row({ name, ancestors, folder, number }) {
    return {
      parent_id: ancestors.at(-1) ?? 0,
      ancestors: `{${ancestors.join(',')}}`,
      folder,
      name,
      name_folded: name.toLowerCase(),
      name_key: nameKey(name),
      ext: folder ? '' : 'pdf',
      size: folder ? 0 : 10_000 + ((number * 7919) % 1_000_000),
    }
  }

  #insert(rows) {
    return this.#database.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
      select $1, parent_id, ancestors::bigint[], folder, name, name_folded, name_key, ext, gen_random_uuid()::text, size, now(), $2
      from jsonb_to_recordset($3::jsonb) as made
        (parent_id bigint, ancestors text, folder boolean, name text, name_folded text, name_key text, ext text, size bigint)
      returning id::int`,
      [this.#roomId, this.#member, JSON.stringify(rows)],
    )
  }
}
