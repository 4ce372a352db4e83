import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { FIRST_ROOM } from '../../../contract/core/first-room.ts'
import { parseStorageUrl } from '../blob/s3/storage-url.ts'
import { parseAddress, parseSender } from '../mail/address.ts'
import { isAllowedIssuer, type OidcProvider, parseProviders } from '../oidc/oidc-provider.ts'
import { parseClamdUrl } from '../scan/clamd.ts'
import { readSecretFiles } from './secret-files.ts'

interface Setting<S extends z.ZodType> {
  readonly sentence: string
  readonly schema: S
}

const setting = <S extends z.ZodType>(sentence: string, schema: S): Setting<S> => ({
  sentence,
  schema,
})

const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

const parsedBy = <T>(parse: (text: string) => T | undefined, error: string) =>
  z.string().transform((text, context) => {
    const value = parse(text.trim())
    if (value !== undefined) return value
    context.addIssue(error)
    return z.NEVER
  })

const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))

const absolute = z.string().startsWith('/', { error: 'must be an absolute path' })

const HOST = /^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/
const NO_HOST = 'must be names of hosts or their addresses, separated by commas'

const hosts = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(HOST, { error: NO_HOST })))

const addresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.literal('loopback')], {
        error: 'must be IP addresses or ranges, separated by commas',
      }),
    ),
  )

/** Empty variables count as unset. */
export const SETTINGS = {
  HOST: setting(
    'Address the server listens on; 127.0.0.1 unless set.',
    z.string().default('127.0.0.1'),
  ),
  PORT: setting('Port the server listens on; 8080 unless set.', whole(0, 65_535).default(8080)),
  DATA_DIR: setting(
    'Folder of the sealed documents, the embedded database and the outbox; ./data unless set.',
    z.string().default('./data'),
  ),
  KEY_DIR: setting(
    'Folder of the keys, kept apart from DATA_DIR and from its backups; DATA_DIR with -keys behind it unless set.',
    z.string().optional(),
  ),
  PUBLIC_URL: setting(
    'Address under which people reach the server, used in mails; http://HOST:PORT unless set. Once it is set, requests that name another host are refused, but for loopback.',
    url('http', 'https').optional(),
  ),
  TRUST_PROXY: setting(
    'Addresses of proxies whose X-Forwarded-For is believed, separated by commas; none unless set.',
    addresses.optional(),
  ),
  DATABASE_URL: setting(
    'An outside PostgreSQL 15 or later instead of the embedded one; a pooler may be in between.',
    url('postgres', 'postgresql').optional(),
  ),
  DATABASE_DIRECT_URL: setting(
    'The database of DATABASE_URL past its pooler; needed where that lends connections by transaction, DATABASE_URL unless set.',
    url('postgres', 'postgresql').optional(),
  ),
  DATABASE_URL_FILE: setting(
    'File whose first line is DATABASE_URL, instead of DATABASE_URL.',
    absolute.optional(),
  ),
  DATABASE_DIRECT_URL_FILE: setting(
    'File whose first line is DATABASE_DIRECT_URL, instead of it.',
    absolute.optional(),
  ),
  STORAGE_URL: setting(
    'Where encrypted documents lie: file: for DATA_DIR, or s3://bucket/prefix for an object storage; file: unless set.',
    parsedBy(
      (text) => (parseStorageUrl(text) ? text : undefined),
      'must be file: or s3://bucket/prefix',
    ).default('file:'),
  ),
  S3_ENDPOINT: setting(
    'Address of the object storage of STORAGE_URL; that of Amazon S3 for S3_REGION unless set.',
    url('http', 'https').optional(),
  ),
  S3_REGION: setting(
    'Region of the bucket of STORAGE_URL; us-east-1 unless set.',
    z.string().default('us-east-1'),
  ),
  S3_ACCESS_KEY_ID: setting(
    'Access key with which the bucket of STORAGE_URL is listed, read and written; needed for s3://.',
    z.string().optional(),
  ),
  S3_SECRET_ACCESS_KEY: setting(
    'Secret of S3_ACCESS_KEY_ID; needed for s3://.',
    z.string().optional(),
  ),
  S3_SECRET_ACCESS_KEY_FILE: setting(
    'File whose first line is the secret of S3_ACCESS_KEY_ID, instead of S3_SECRET_ACCESS_KEY.',
    absolute.optional(),
  ),
  STORAGE_CACHE_GB: setting(
    'GiB of encrypted copies that DATA_DIR/cache keeps of what lies in an object storage, from 1 to 100000; 10 unless set.',
    whole(1, 100_000).default(10),
  ),
  SMTP_URL: setting(
    'Mail server (smtp://user:password@host:587 or smtps://…); without it mails are files in DATA_DIR/outbox.',
    url('smtp', 'smtps').optional(),
  ),
  SMTP_URL_FILE: setting(
    'File whose first line is SMTP_URL, instead of SMTP_URL.',
    absolute.optional(),
  ),
  MAIL_FROM: setting(
    'Sender of the mails; "Sealroom <no-reply@localhost>" unless set.',
    parsedBy(
      parseSender,
      'must be an address, or a name with an address in angle brackets',
    ).default({
      name: 'Sealroom',
      address: 'no-reply@localhost',
    }),
  ),
  CLAMD_URL: setting(
    'Virus scanner (tcp://host:port or unix:/path of clamd) that every upload passes; files are taken unscanned unless set, and none while it does not answer.',
    parsedBy(parseClamdUrl, 'must be tcp://host:port or unix:/path').optional(),
  ),
  NOTIFY_AFTER_MINUTES: setting(
    'Minutes in which new documents of a room are gathered for one mail about all of them, from 0 to 1440; 10 unless set.',
    whole(0, 1_440).default(10),
  ),
  VERSION_DAYS: setting(
    'Days for which a version of a document is kept after it was replaced, from 1 to 3650; as long as the document unless set.',
    whole(1, 3_650).optional(),
  ),
  BACKUP_DAYS: setting(
    'Days for which you keep backups of the database, from 0 to 3650; 30 unless set. The log and certificates of destruction say until when they hold what was destroyed.',
    whole(0, 3_650).default(30),
  ),
  KEY_BACKUP_DAYS: setting(
    'Days for which you keep backups of the key folder, from 0 to 3650; 30 unless set. Certificates of destruction say until when they hold what was destroyed.',
    whole(0, 3_650).default(30),
  ),
  FIRST_ROOM_NAME: setting(
    'Name of the room that the first start makes; "첫 데이터룸" unless set.',
    z.string().min(1).max(100).default(FIRST_ROOM.name),
  ),
  FIRST_OPERATOR_NAME: setting(
    'Name of the operator of the first room; "운영자" unless set.',
    z.string().min(1).max(100).default(FIRST_ROOM.operatorName),
  ),
  FIRST_OPERATOR_EMAIL: setting(
    'E-mail address of the operator of the first room; operator@localhost unless set.',
    parsedBy(parseAddress, 'must be one e-mail address').default(FIRST_ROOM.operatorEmail),
  ),
  WEBHOOKS_TO_LOOPBACK: setting(
    '1 lets webhooks lead to http:// addresses of this machine as well, for trying them out; off unless set.',
    z.literal('1').optional(),
  ),
  OIDC_PROVIDERS: setting(
    'Providers of OpenID Connect with which people may sign on, as JSON (docs/operate/sign-on.md); none unless set.',
    z
      .string()
      .transform((text, context): readonly OidcProvider[] => {
        const read = parseProviders(text)
        if (!('fault' in read)) return read
        context.addIssue(read.fault)
        return z.NEVER
      })
      .optional(),
  ),
  OIDC_PROVIDERS_FILE: setting(
    'File whose first line is OIDC_PROVIDERS, instead of OIDC_PROVIDERS.',
    absolute.optional(),
  ),
  OIDC_TO_LOOPBACK: setting(
    '1 allows providers at http:// addresses of this machine as well, for trying them out; off unless set.',
    z.literal('1').optional(),
  ),
  METRICS_PORT: setting(
    'Port of GET /metrics for Prometheus, which no other port answers; no metrics unless set.',
    whole(0, 65_535).optional(),
  ),
  METRICS_HOST: setting(
    'Address that METRICS_PORT listens on; 127.0.0.1 unless set. All who reach it can read numbers of the whole installation.',
    z.string().default('127.0.0.1'),
  ),
  ROLES: setting(
    'What this process does: web, worker or both (web,worker); both unless set.',
    z.enum(['web', 'worker', 'web,worker']).default('web,worker'),
  ),
  STOP_DELAY_SECONDS: setting(
    'Seconds between a signal to stop and the end of service. Meanwhile `/health/ready` answers 503, so that a load balancer sends nothing more; 0 unless set.',
    whole(0, 60).default(0),
  ),
  RENDER_WORKERS: setting(
    'Threads that draw pages; the number of cores, at least 2, unless set.',
    whole(1, 64).default(Math.max(2, os.availableParallelism())),
  ),
  RENDER_DEADLINE_SECONDS: setting(
    'Seconds after which a page that is still being drawn is given up; 20 unless set.',
    whole(1, 600).default(20),
  ),
  SOFFICE_PATH: setting(
    'The program soffice of LibreOffice, for previews of Office documents; looked for where it is usually installed unless set. Below a /usr of its own, as in /x/usr/bin/soffice, it runs on the files of /x alone.',
    absolute.optional(),
  ),
  BWRAP_PATH: setting(
    'The program bwrap of bubblewrap, without which no Office document is converted; looked for where it is usually installed unless set.',
    absolute.optional(),
  ),
  CONVERT_DEADLINE_SECONDS: setting(
    'Seconds after which the conversion of an Office or Hangul document is given up; 90 unless set.',
    whole(1, 600).default(90),
  ),
  SIGN_P12: setting(
    'PKCS #12 file with the certificate and the key that seal signed documents; a certificate that the server has made for itself unless set.',
    absolute.optional(),
  ),
  SIGN_P12_PASSWORD: setting('Password of SIGN_P12; none unless set.', z.string().optional()),
  SIGN_P12_PASSWORD_FILE: setting(
    'File whose first line is the password of SIGN_P12, instead of SIGN_P12_PASSWORD.',
    absolute.optional(),
  ),
  SIGN_TSA_URL: setting(
    'Time-stamp authority (RFC 3161) that vouches for when a document was sealed; seals carry the time of this server unless set.',
    url('http', 'https').optional(),
  ),
  SIGN_REVOCATION_HOSTS: setting(
    'Hosts on private networks, separated by commas, that may be asked whether the certificates of seals and time stamps were revoked; that of SIGN_TSA_URL and those of the public network alone unless set.',
    hosts.default([]),
  ),
  LOG_LEVEL: setting(
    'Least level of log lines: debug, info, warn, error or silent; info unless set.',
    z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  SEALROOM_DEV: setting(
    '1 shows the local mailbox at /dev/mailbox, on a loopback HOST without SMTP_URL only; off unless set.',
    z.literal('1').optional(),
  ),
} as const satisfies Record<string, Setting<z.ZodType>>

type Values = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> }

/** Folders are absolute and defaults filled in. */
export type Settings = Omit<Values, 'KEY_DIR' | 'PUBLIC_URL'> & {
  readonly KEY_DIR: string
  readonly PUBLIC_URL: string
  readonly isPublicUrlSet: boolean
  readonly cautions: readonly string[]
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Faults never contain values. @throws SettingsError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const secrets = readSecretFiles(Object.keys(SETTINGS), environment)
  const faults = [...secrets.faults]
  const values: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const secret = secrets.values.get(name)
    const result = schema.safeParse(
      secret ?? (environment[name] === '' ? undefined : environment[name]),
    )
    if (result.success) values[name] = result.data
    else
      faults.push(
        `${secret === undefined ? name : `${name}_FILE`}: ${result.error.issues[0]?.message ?? 'is not valid'}`,
      )
  }
  const read = values as Values
  const host = read.HOST ?? ''
  if (read.SEALROOM_DEV && read.SMTP_URL)
    faults.push(
      'SEALROOM_DEV: shows mails of the outbox folder; it cannot be used together with SMTP_URL',
    )
  if (read.SEALROOM_DEV && !LOOPBACK.includes(host))
    faults.push('SEALROOM_DEV: needs a loopback HOST')
  if (read.DATABASE_DIRECT_URL !== undefined && read.DATABASE_URL === undefined)
    faults.push('DATABASE_DIRECT_URL: is set, but DATABASE_URL is not')
  if (read.STORAGE_URL !== undefined && read.STORAGE_URL !== 'file:')
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (read[name] === undefined && !environment[`${name}_FILE`])
        faults.push(`${name}: is not set, but STORAGE_URL names a bucket`)
  if (
    read.METRICS_PORT !== undefined &&
    read.METRICS_PORT !== 0 &&
    read.METRICS_PORT === read.PORT &&
    read.ROLES !== 'worker'
  )
    faults.push(
      'METRICS_PORT: is that of PORT, where everybody could read the metrics; set another one',
    )
  if (!read.SIGN_P12 && (read.SIGN_P12_PASSWORD || read.SIGN_P12_PASSWORD_FILE))
    faults.push('SIGN_P12: is not set, but its password is')
  for (const [index, { issuer }] of (read.OIDC_PROVIDERS ?? []).entries())
    if (!isAllowedIssuer(issuer, read.OIDC_TO_LOOPBACK === '1'))
      faults.push(
        `OIDC_PROVIDERS: provider ${index + 1}: issuer must begin with https://, or be on this machine with OIDC_TO_LOOPBACK=1`,
      )
  if (faults.length > 0) throw new SettingsError(faults)
  const dataDir = path.resolve(read.DATA_DIR)
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${read.PORT}`
  const cautions: string[] = []
  if (read.PUBLIC_URL === undefined && !LOOPBACK.includes(host))
    cautions.push(
      `PUBLIC_URL is not set: links in mails lead to ${ownUrl} and will not work where people know the server by another address`,
    )
  return {
    ...read,
    DATA_DIR: dataDir,
    KEY_DIR: read.KEY_DIR ? path.resolve(read.KEY_DIR) : `${dataDir}-keys`,
    PUBLIC_URL: (read.PUBLIC_URL ?? ownUrl).replace(/\/+$/, ''),
    isPublicUrlSet: read.PUBLIC_URL !== undefined,
    cautions,
  }
}

export const settingsOfProcess = (): Settings => readSettings(process.env)
