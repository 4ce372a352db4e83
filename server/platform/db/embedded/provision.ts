import { Client } from 'pg'
import { type SocketConnection, toClientConfig } from '../connection-options.ts'
import { APP_DATABASE, APP_ROLE } from './roles.ts'

/** The program's role cannot install extensions. */
const EXTENSIONS = ['pg_trgm', 'btree_gin']

/** @throws Error for an encoding or character classes that break Hangul searches. */
export async function provision(superuser: SocketConnection): Promise<void> {
  await withClient(superuser, async (client) => {
    const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [
      APP_ROLE,
    ])
    if (roles.length === 0) await client.query(`create role ${APP_ROLE} login`)
    const { rows: databases } = await client.query('select from pg_database where datname = $1', [
      APP_DATABASE,
    ])
    if (databases.length === 0)
      await client.query(`create database ${APP_DATABASE} owner ${APP_ROLE} template template0`)
  })
  await withClient({ ...superuser, database: APP_DATABASE }, async (client) => {
    for (const extension of EXTENSIONS)
      await client.query(`create extension if not exists ${extension}`)
    await checkKorean(client)
  })
}

async function checkKorean(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; ctype: string; trigrams: number }>(
    `select pg_encoding_to_char(encoding) as encoding, datctype as ctype, cardinality(show_trgm('계약서')) as trigrams
     from pg_database where datname = current_database()`,
  )
  const { encoding, ctype, trigrams } = rows[0] ?? {
    encoding: 'unknown',
    ctype: 'unknown',
    trigrams: 0,
  }
  if (encoding === 'UTF8' && /utf-?8$/i.test(ctype) && trigrams > 0) return
  throw new Error(
    `The database cannot search Korean: encoding ${encoding}, character classes ${ctype}, ${trigrams} trigrams of 계약서.`,
  )
}

async function withClient(
  connection: SocketConnection,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(toClientConfig(connection))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
