import { parseArgs } from 'node:util'
import { API_KEY_SCOPES, type ApiKeyScope } from '../../contract/core/api-key-scopes.ts'
import type { Program } from '../assemble.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { type Command, CommandError, count, JSON_OPTION, report, UsageError } from './command.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 366
const NAME_MAX = 60

const CREATE_OPTIONS = {
  ...JSON_OPTION,
  scope: { type: 'string', multiple: true },
  name: { type: 'string' },
  expires: { type: 'string' },
} as const

const isScope = (text: string): text is ApiKeyScope =>
  API_KEY_SCOPES.some((scope) => scope === text)

function scopesOf(given: readonly string[]): ApiKeyScope[] {
  const scopes = given.filter(isScope)
  if (scopes.length === 0 || scopes.length < given.length)
    throw new UsageError(`--scope requires one of ${API_KEY_SCOPES.join(', ')}`)
  return scopes
}

function nameOf(given = 'API'): string {
  const name = given.normalize('NFC').trim()
  if (name === '' || name.length > NAME_MAX || /\p{C}/u.test(name))
    throw new UsageError(`--name requires 1 to ${NAME_MAX} characters`)
  return name
}

function endOf(given: string | undefined, now: Date): Date {
  const latest = new Date(now.getTime() + DAYS_MAX * DAY_MS)
  if (given === undefined) return new Date(now.getTime() + 365 * DAY_MS)
  const day = /^\d{4}-\d\d-\d\d$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined
  const end = day && !Number.isNaN(day.getTime()) ? new Date(day.getTime() + DAY_MS) : undefined
  if (!end || end <= now || end > latest)
    throw new UsageError('--expires requires a day within a year, as YYYY-MM-DD')
  return end
}

function create(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: CREATE_OPTIONS })
  const key = {
    name: nameOf(values.name),
    scopes: scopesOf(values.scope ?? []),
    endsAt: endOf(values.expires, systemClock.now()),
  }
  return async (_settings, open) => {
    const program = await open()
    const created = await program.apiKeys.create(key)
    const facts = {
      ...created,
      ...key,
      endsAt: key.endsAt.toISOString(),
      url: `${program.publicUrl}/api/platform`,
    }
    const note = '이 키는 다시 표시되지 않습니다. · This key is not shown again.'
    return report(
      values.json,
      facts,
      [`API key ${facts.id} (${key.name}), until ${facts.endsAt}`, facts.key, note].join('\n'),
    )
  }
}

type ApiKeyListing = Awaited<ReturnType<Program['apiKeys']['list']>>[number]

function stateOf({ revokedAt, endsAt }: ApiKeyListing, now: Date): 'revoked' | 'ended' | 'valid' {
  if (revokedAt !== null) return 'revoked'
  return endsAt <= now ? 'ended' : 'valid'
}

function list(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: JSON_OPTION })
  return async (_settings, open) => {
    const now = systemClock.now()
    const keys = (await (await open()).apiKeys.list()).map((key) => ({
      ...{ id: key.id, name: key.name, scopes: key.scopes, state: stateOf(key, now) },
      ...{ createdAt: key.createdAt.toISOString(), endsAt: key.endsAt.toISOString() },
      ...{
        revokedAt: key.revokedAt?.toISOString() ?? null,
        usedAt: key.usedAt?.toISOString() ?? null,
      },
    }))
    const lines = keys.map(
      ({ id, name, scopes, state, endsAt, usedAt }) =>
        `${id}  ${name}  ${scopes.join(' ')}  ${state}, until ${endsAt}, ${usedAt === null ? 'never used' : `last used ${usedAt}`}`,
    )
    return report(
      values.json,
      keys,
      lines.length === 0 ? 'API 키가 없습니다. · There are no API keys.' : lines.join('\n'),
    )
  }
}

function revoke(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: JSON_OPTION,
    allowPositionals: true,
  })
  const id =
    positionals.length === 1 ? count('revoke', positionals[0], Number.MAX_SAFE_INTEGER) : undefined
  if (id === undefined) throw new UsageError('revoke requires the id of a key')
  return async (_settings, open) => {
    const webhooks = await (await open()).apiKeys.revoke(id)
    if (webhooks === undefined) throw new CommandError(`There is no API key ${id}.`)
    return report(
      values.json,
      { id, revoked: true, webhooks },
      `API key ${id} is revoked, with ${webhooks} of its webhooks`,
    )
  }
}

export function apiKey([act, ...args]: readonly string[]): Command {
  if (act === 'create') return create(args)
  if (act === 'list') return list(args)
  if (act === 'revoke') return revoke(args)
  throw new UsageError('use api-key create, list or revoke')
}
