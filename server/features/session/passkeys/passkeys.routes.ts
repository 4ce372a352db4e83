import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import * as contract from '../../../../contract/features/passkeys.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { pageOf } from '../../../platform/http/paging.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'
import {
  listPasskeys,
  type OwnPasskeyChange,
  removePasskey,
  renameOwnPasskey,
} from './change-passkeys.ts'
import { askForPasskey, elevateByPasskey, stateOfPasskeys } from './elevate-by-passkey.ts'
import { askForNewPasskey, registerPasskey } from './register-passkey.ts'

export const passkeyOperations = [
  contract.state,
  contract.elevateOptions,
  contract.elevateByPasskey,
  contract.list,
  contract.registerOptions,
  contract.register,
  contract.rename,
  contract.remove,
] as const

interface Called {
  readonly actor: Actor
  readonly language: Language
  readonly request: FastifyRequest
}

export function passkeyHandlers(
  parts: SessionParts,
  guard: SessionGuard,
): Handlers<typeof passkeyOperations, Actor> {
  const by = ({ actor, language, request }: Called): OwnPasskeyChange => ({
    ...{ parts, guard, actor, language },
    userAgent: request.headers['user-agent'] ?? '',
  })
  return {
    'passkeys.state': async ({ actor }) => ok(await stateOfPasskeys(parts, actor)),
    'passkeys.raiseOptions': async ({ actor }) => ok(await askForPasskey(parts, actor)),
    'passkeys.raise': async ({ actor, body }) =>
      ok({ checked: await elevateByPasskey(parts, actor, body) }),
    'passkeys.list': async ({ actor, query }) => {
      const { rows, nextCursor } = pageOf(
        await listPasskeys(parts, actor, 'raising'),
        query,
        ({ id }) => [id],
      )
      return { payload: rows.map(({ raises: _, ...passkey }) => passkey), nextCursor }
    },
    'passkeys.registerOptions': async ({ actor }) =>
      ok(await askForNewPasskey(parts, actor, false)),
    'passkeys.register': async ({ body, ...call }) => ok(await registerPasskey(by(call), body)),
    'passkeys.rename': async ({ body, ...call }) => {
      await renameOwnPasskey(by(call), body)
      return DONE
    },
    'passkeys.remove': async ({ body, ...call }) => {
      await removePasskey(by(call), body.id)
      return DONE
    },
  }
}
