import { parseArgs } from 'node:util'
import { Refusal } from '../platform/http/refusal.ts'
import { parseAddress } from '../platform/mail/address.ts'
import { type Command, CommandError, count, JSON_OPTION, report, UsageError } from './command.ts'

const NAME_MAX = 100

const INVITE_OPTIONS = {
  ...JSON_OPTION,
  email: { type: 'string' },
  name: { type: 'string' },
} as const

function invite(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: INVITE_OPTIONS })
  const email = parseAddress(values.email?.trim() ?? '')
  if (!email) throw new UsageError('--email requires one e-mail address')
  const name = values.name?.normalize('NFC').trim() ?? ''
  if (name === '' || name.length > NAME_MAX || /\p{C}/u.test(name))
    throw new UsageError(`--name requires 1 to ${NAME_MAX} characters`)
  return async (_settings, open) => {
    const invited = await (await open()).administrators.invite({ email, name })
    const note =
      '한 번만 쓸 수 있는 링크이며 24시간 동안 유효합니다. · The link works once, within 24 hours.'
    return report(
      values.json,
      { ...invited, email, name },
      [`administrator ${invited.id} (${email})`, invited.link, note].join('\n'),
    )
  }
}

export const proofsOf = ({
  passkeys,
  account,
}: {
  readonly passkeys: number
  readonly account: string | null
}): string =>
  [passkeys > 0 ? 'passkey' : '', account === null ? '' : `account (${account})`]
    .filter(Boolean)
    .join(', ') || 'no passkey or account'

function list(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: JSON_OPTION })
  return async (_settings, open) => {
    const rows = (await (await open()).administrators.list()).map(
      ({ id, name, email, passkeys, account_provider, used_at, invited_until }) => ({
        ...{
          id,
          name,
          email,
          passkeys,
          account: account_provider,
          usedAt: used_at?.toISOString() ?? null,
          invitedUntil: invited_until?.toISOString() ?? null,
        },
      }),
    )
    const lines = rows.map((row) => `${row.id}  ${row.name} <${row.email}>  ${proofsOf(row)}`)
    return report(values.json, rows, lines.join('\n'))
  }
}

function remove(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: JSON_OPTION,
    allowPositionals: true,
  })
  const id = count('ID', positionals[0], Number.MAX_SAFE_INTEGER)
  if (id === undefined || positionals.length > 1)
    throw new UsageError('administrator remove requires an ID')
  return async (_settings, open) => {
    const { administrators } = await open()
    await administrators.remove(id).catch((error: unknown) => {
      throw error instanceof Refusal
        ? new CommandError(`${id}번 관리자가 없습니다. · There is no administrator ${id}.`)
        : error
    })
    return report(values.json, { id }, `관리자 ${id} 삭제 · Removed administrator ${id}`)
  }
}

export function administrator([action, ...args]: readonly string[]): Command {
  if (action === 'invite') return invite(args)
  if (action === 'list') return list(args)
  if (action === 'remove') return remove(args)
  throw new UsageError('administrator requires invite, list or remove')
}
