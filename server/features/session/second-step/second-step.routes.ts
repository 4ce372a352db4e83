import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import * as contract from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import { type OwnPasskeyChange, removePasskey } from '../passkeys/change-passkeys.ts'
import { askForPasskey } from '../passkeys/elevate-by-passkey.ts'
import { askForNewPasskey, registerPasskey } from '../passkeys/register-passkey.ts'
import type { SessionParts } from '../session.parts.ts'
import { presentEntered, visitorOf } from '../session.present.ts'
import { confirmApp, readSecurity, removeApp, startApp } from './own-security.ts'
import { askForStepPasskey, proveByOther } from './prove-by-other.ts'
import { mailFreshCode, proveFresh } from './prove-fresh.ts'
import { readRules, resetSecurity, updateRules } from './room-step-rules.ts'

export const secondStepOperations = [
  contract.stepOptions,
  contract.proveStep,
  contract.security,
  contract.mailCode,
  contract.proofOptions,
  contract.prove,
  contract.startApp,
  contract.confirmApp,
  contract.removeApp,
  contract.newPasskeyOptions,
  contract.addPasskey,
  contract.removePasskey,
  contract.reset,
  contract.rules,
  contract.updateRules,
] as const

interface Called {
  readonly actor: Actor
  readonly language: Language
  readonly request: FastifyRequest
}

export function secondStepHandlers(
  parts: SessionParts,
  guard: SessionGuard,
): Handlers<typeof secondStepOperations, Actor> {
  const by = ({ actor, language, request }: Called): OwnPasskeyChange => ({
    ...{ parts, guard, actor, language },
    userAgent: request.headers['user-agent'] ?? '',
    isOfEntry: true,
  })
  return {
    'session.stepOptions': async ({ actor }) => ok(await askForStepPasskey(parts, actor)),
    'session.proveStep': async ({ actor, body, ...from }) =>
      presentEntered(
        parts,
        await proveByOther(parts, guard, actor, { proof: body.proof, visitor: visitorOf(from) }),
      ),
    'security.read': async ({ actor }) => ok(await readSecurity(parts, actor)),
    'security.mailCode': async ({ actor, ...from }) => {
      await mailFreshCode(parts, guard, actor, visitorOf(from))
      return DONE
    },
    'security.proofOptions': async ({ actor }) => ok(await askForPasskey(parts, actor, 'step')),
    'security.prove': async ({ actor, body }) => {
      await proveFresh(parts, guard, actor, body.proof)
      return DONE
    },
    'security.startApp': async (call) => ok(await startApp(by(call))),
    'security.confirmApp': async ({ body, ...call }) => {
      await confirmApp(by(call), body.code)
      return DONE
    },
    'security.removeApp': async (call) => {
      await removeApp(by(call))
      return DONE
    },
    'security.passkeyOptions': async ({ actor }) => ok(await askForNewPasskey(parts, actor, true)),
    'security.addPasskey': async ({ body, ...call }) => ok(await registerPasskey(by(call), body)),
    'security.removePasskey': async ({ body, ...call }) => {
      await removePasskey(by(call), body.id)
      return DONE
    },
    'security.reset': async ({ actor, body, language }) => {
      await resetSecurity(parts, guard, actor, { memberId: body.id, language })
      return DONE
    },
    'security.rules': async ({ actor }) => ok(await readRules(parts, actor)),
    'security.updateRules': async ({ actor, body }) => {
      await updateRules(parts, guard, actor, body.rules)
      return DONE
    },
  }
}
