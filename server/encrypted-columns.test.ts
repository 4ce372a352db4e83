import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENCRYPTED_COLUMNS } from './encrypted-columns.ts'
import { startTestApp, type TestApp } from './test/harness/test-app.ts'

const OTHERS = {
  'rooms.wrapped_key': 'the room key, under root and shred key',
  'rooms.former_wrapped_key': 'the same, of the key before',
  'rooms.wrapped_retention': 'under root and retention key',
  'archives.age_header': 'the beginning of an age file, which is given away',
  'disclosures.digest': 'of a signed list of files, which the log has as well',
  'destructions.sealed': 'under the key of the log, which outlives the room key',
  'destructions.certificate': 'the same',
  'activity_entries.sealed': 'under the key of the log, which outlives the room key',
  'activity_entries.summary': 'the same',
  'activity_tiles.hashes': 'of sealed entries with their salts',
  'pins.lookup': 'HMAC under the pepper',
  'devices.token_hash': 'of a random token',
  'entry_links.token_hash': 'of a random token',
  'proof_links.token_hash': 'of a random token',
  'address_proofs.token_hash': 'of a random token',
  'sign_on_starts.state_hash': 'HMAC under the pepper',
  'sign_on_tickets.token_hash': 'of a random token',
  'sign_on_bindings.subject_hash': 'HMAC under the pepper',
  'step_codes.pin': 'the lookup of a PIN',
  'step_codes.code_hash': 'HMAC under the pepper',
  'address_changes.code_hash': 'HMAC under the pepper',
  'api_keys.hash': 'HMAC under a key from the pepper',
  'api_answers.name_hash': 'the same',
  'api_answers.request_hash': 'the same',
  'api_answers.sealed': 'under a key from the pepper, since it belongs to no room',
  'webhooks.sealed': 'the same',
  'address_passkeys.credential_id': 'made by an authenticator',
  'address_passkeys.public_key': 'public',
  'signed_challenges.challenge': 'random',
  'administrator_passkeys.credential_id': 'public, of administrators',
  'administrator_passkeys.public_key': 'public, of administrators',
  'administrator_accounts.subject_hash': 'HMAC under the pepper',
  'administrator_sessions.hash': 'a keyed hash',
  'administrator_invitations.hash': 'a keyed hash',
  'console_challenges.hash': 'a hash of chance',
  'spent_console_challenges.hash': 'a hash of chance',
  'passkeys.credential_id': 'made by an authenticator',
  'passkeys.public_key': 'public',
  'passkey_challenges.challenge': 'random',
  'leases.password': 'under the secret of a token',
  'tickets.hash': 'of a random word',
  'template_participants.token_digest': 'of a random token',
  'thread_entries.packed': 'tokens of the text, HMAC under the index key',
  'faqs.packed': 'the same',
  'text_blocks.packed': 'tokens of the text, HMAC under the index key',
}

describe('the list of what is sealed under room keys', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const columns = async (where: string): Promise<string[]> => {
    const { rows } = await app.database.pool.query(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and ${where} order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  it('has every column with bytes that is not known to be something else', async () => {
    const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
    expect(new Set(listed).size).toBe(listed.length)
    expect(await columns(`data_type = 'bytea'`)).toEqual([...listed, ...Object.keys(OTHERS)].sort())
  })

  it('contains every column named as sealed or wrapped, of any type', async () => {
    const named = await columns(`column_name ~ '(sealed|wrapped)'`)
    expect(named.length).toBeGreaterThan(10)
    expect(await columns(`column_name ~ '(sealed|wrapped)' and data_type <> 'bytea'`)).toEqual([])
  })

  it('names the primary key of each table, and each has the room of its rows', async () => {
    const { rows } = await app.database.pool.query(
      `select conrelid::regclass::text as table, array_agg(attname::text order by array_position(conkey, attnum)) as key
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
       where contype = 'p' group by conrelid`,
    )
    const keys = new Map(rows.map((row: { table: string; key: string[] }) => [row.table, row.key]))
    const withRoom = new Set(await columns(`column_name = 'room_id'`))
    for (const { table, key } of ENCRYPTED_COLUMNS) {
      expect({ table, key }).toEqual({ table, key: keys.get(table) })
      expect(withRoom).toContain(`${table}.room_id`)
    }
  })
})
