import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import * as compose from '../../../../contract/features/compose.ts'
import * as signing from '../../../../contract/features/signing.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import {
  type Guard,
  type Handlers,
  mountAll,
  mountForSigners,
} from '../../../platform/http/mount.ts'
import { presentCeremony } from '../ceremony/ceremony.ts'
import { completeSigning } from '../ceremony/complete-signing.ts'
import { declineSigning } from '../ceremony/decline-signing.ts'
import { handOutImage, handOutPdf } from '../ceremony/hand-out-pdf.ts'
import { noteRefusal } from '../ceremony/note-refusal.ts'
import { openCeremony } from '../ceremony/open-ceremony.ts'
import { namedNowhere, receiveSigned } from '../ceremony/receive-signed.ts'
import { createSignerGuard, type Signer } from '../ceremony/signer-guard.ts'
import { showTemplate } from '../drafting/templates.present.ts'
import { cancelDocument } from './cancel-document.ts'
import { remindSigners } from './remind-signers.ts'
import { type Asking, sendDocuments } from './send-document.ts'
import { sendInBulk } from './send-in-bulk.ts'
import type { SigningParts } from './signing.parts.ts'

const invitationOperations = [
  compose.addInvite,
  compose.addInviteAll,
  compose.addInviteBulk,
  compose.remind,
  compose.cancel,
] as const
const signerOperations = [
  signing.state,
  signing.file,
  signing.image,
  signing.open,
  signing.complete,
  signing.decline,
] as const

interface Called {
  readonly actor: Actor
  readonly language: Language
  readonly request: FastifyRequest
}

const askingOf = ({ actor, language, request }: Called): Asking => ({
  actor,
  language,
  agent: request.headers['user-agent'],
})

function invitationHandlers(parts: SigningParts): Handlers<typeof invitationOperations, Actor> {
  return {
    'compose.addInvite': async ({ body: { members, templateId }, ...call }) =>
      ok(await sendDocuments(parts, askingOf(call), { members, templates: [templateId] })),
    'compose.addInviteAll': async ({ body, ...call }) =>
      ok(await sendDocuments(parts, askingOf(call), body)),
    'compose.addInviteBulk': async ({ body, ...call }) =>
      ok(await sendInBulk(parts, askingOf(call), body)),
    'compose.remind': async ({ body, ...call }) =>
      ok(await remindSigners(parts, askingOf(call), body)),
    'compose.cancel': async ({ body: { templateId }, ...call }) => {
      await cancelDocument(parts, askingOf(call), templateId)
      return ok(await showTemplate(parts, call.actor, templateId, call.language))
    },
  }
}

type SignerHandlers = Handlers<typeof signerOperations, Signer>

function noted<Call extends { readonly actor: Signer }, Answer>(
  parts: SigningParts,
  handle: (call: Call) => Promise<Answer>,
) {
  return async (call: Call): Promise<Answer> => {
    try {
      return await handle(call)
    } catch (error) {
      await noteRefusal(parts, call.actor, error)
      throw error
    }
  }
}

function signerHandlers(parts: SigningParts): SignerHandlers {
  return {
    'signing.state': noted(parts, async ({ actor }) => ok(await presentCeremony(parts, actor))),
    'signing.file': noted(parts, ({ actor, query, request: { headers }, language }) =>
      handOutPdf(parts, actor, { ...query, headers, language }),
    ),
    'signing.image': noted(parts, ({ actor, params }) => handOutImage(parts, actor, params.id)),
    'signing.open': noted(parts, async ({ actor }) => {
      await openCeremony(parts, actor)
      return ok(await presentCeremony(parts, actor))
    }),
    'signing.complete': noted(parts, async ({ actor, body, request, signal }) => {
      const boxes = request.isMultipart()
        ? await receiveSigned(request, signal)
        : namedNowhere(body.boxes)
      await completeSigning(parts, actor, boxes, signal)
      return ok(await presentCeremony(parts, actor))
    }),
    'signing.decline': noted(parts, async ({ actor, body }) => {
      await declineSigning(parts, actor, body.reason)
      return DONE
    }),
  }
}

export function mountSigning(app: FastifyInstance, guard: Guard<Actor>, parts: SigningParts): void {
  mountAll(app, invitationOperations, invitationHandlers(parts), guard)
  mountForSigners(
    app,
    signerOperations,
    signerHandlers(parts),
    createSignerGuard(parts, (signer, error) => noteRefusal(parts, signer, error)),
  )
}
