import type { Clock } from './platform/clock/clock.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import { type ClockDifference, measureClocks } from './platform/db/clock-difference.ts'
import type { Database } from './platform/db/connect.ts'
import type { UrlConnection } from './platform/db/connection-options.ts'
import { findPooling, isSameDatabase } from './platform/db/find-pooling.ts'
import type { Log } from './platform/log/log.ts'

type Urls = Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>

/** A larger difference would give sessions, PINs and the log wrong times. */
const CLOCKS_APART_MS = 5 * 60_000
const CLOCKS_DIFFER_MS = 5_000

const BY_TRANSACTION = 'leads to a pooler that lends connections by transaction'

/** @throws SettingsError without a connection that keeps sessions. */
export async function findOutsideDatabase(
  url: string,
  { DATABASE_DIRECT_URL: directUrl }: Urls,
): Promise<UrlConnection> {
  const pooling = await asSetting('DATABASE_URL', () => findPooling(url))
  if (directUrl === undefined) {
    if (pooling !== 'transaction') return { connectionString: url, pooling }
    throw new SettingsError([
      `DATABASE_DIRECT_URL: is not set, but DATABASE_URL ${BY_TRANSACTION}; set it to the address of the same database past the pooler`,
    ])
  }
  const direct = await asSetting('DATABASE_DIRECT_URL', () => findPooling(directUrl))
  if (direct !== 'transaction')
    return {
      connectionString: url,
      pooling,
      direct: { connectionString: directUrl, pooling: direct },
    }
  throw new SettingsError([
    `DATABASE_DIRECT_URL: ${BY_TRANSACTION}; set it to the address of the same database past the pooler`,
  ])
}

/** @throws SettingsError for two databases, or clocks far apart. */
export async function checkOutsideDatabase(
  { pool, direct }: Database,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  if (
    pool !== direct &&
    !(await asSetting('DATABASE_DIRECT_URL', () => isSameDatabase(pool, direct)))
  )
    throw new SettingsError([
      'DATABASE_DIRECT_URL: names another database than DATABASE_URL; both must lead to one database of one server, not to a copy or a standby of it',
    ])
  const difference = await asSetting('DATABASE_URL', () => measureClocks(direct, clock))
  const apartMs = Math.abs(difference.aheadMs)
  if (apartMs > CLOCKS_APART_MS)
    throw new SettingsError([`DATABASE_URL: ${sentenceOf(difference)}`])
  if (apartMs > CLOCKS_DIFFER_MS) log.warn({ apartMs: Math.round(apartMs) }, sentenceOf(difference))
}

export async function asSetting<T>(name: keyof Urls, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error.message || ('code' in error ? String(error.code) : error.name)
    throw new SettingsError([`${name}: ${reason}`])
  }
}

const sentenceOf = ({ here, there }: ClockDifference): string =>
  `the clocks of this machine (${here.toISOString()}) and of the database (${there.toISOString()}) are apart; let both follow a time server (NTP) and start again`
