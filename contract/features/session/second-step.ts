import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId } from '../../core/schemas.ts'
import {
  assertion,
  attestation,
  creationOptions,
  PASSKEY_NAME,
  passkey,
  requestOptions,
} from '../passkeys.ts'
import { ENTRY_PATH, sessionPayload, stepWays } from '../session.ts'

const code = z.string().max(40)

const byApp = z.strictObject({ by: z.literal('app'), code })
const byPasskey = z.strictObject({ by: z.literal('passkey'), answer: assertion })
const byMail = z.strictObject({ by: z.literal('mail'), code })

export const otherProof = z.discriminatedUnion('by', [byApp, byPasskey])
export const freshProof = z.discriminatedUnion('by', [byMail, byApp, byPasskey])

/** A proof permits changes of the proofs for this long. */
export const SECURED_MS = 10 * 60_000

const entering = { credential: 'session', delivers: 'none', permission: 'session.prove' } as const

export const stepOptions = operation({
  ...entering,
  name: 'session.stepOptions',
  method: 'POST',
  path: `${ENTRY_PATH}/step/passkey`,
  summary:
    'Returns the options for requesting a passkey of this room in the browser, to complete an entry. The challenge is valid for this session, once, for 5 minutes.',
  answer: { kind: 'json', payload: requestOptions },
})

export const proveStep = operation({
  ...entering,
  name: 'session.proveStep',
  method: 'POST',
  path: `${ENTRY_PATH}/step/proof`,
  summary:
    'Completes an entry with a code of the authenticator app or a passkey instead of the mailed code. Returns and sets what `session.join` would have. A code of the app is valid once.',
  body: z.strictObject({ proof: otherProof }),
  answer: { kind: 'json', payload: sessionPayload },
})

const PATH = '/room/api/session/security'
const own = { credential: 'session', delivers: 'none', permission: 'session.use' } as const

export const security = operation({
  ...own,
  name: 'security.read',
  method: 'GET',
  path: PATH,
  summary:
    'Returns the caller’s proofs of a new device in this room. `ways`: those that are open now. `isOpen`: changes need no proof at the moment. `origin`: where passkeys work, as in `passkeys.state`. `raises`: also opens the operator area; at most ten of these and ten others.',
  answer: {
    kind: 'json',
    payload: z.object({
      origin: z.string().nullable(),
      passkeys: z.array(passkey.extend({ raises: z.boolean() })),
      app: z.object({ createdAt: instant, usedAt: instant.nullable() }).nullable(),
      ways: stepWays,
      isOpen: z.boolean(),
    }),
  },
})
export type Security = z.infer<typeof security.answer.payload>

export const mailCode = operation({
  ...own,
  name: 'security.mailCode',
  method: 'POST',
  path: `${PATH}/code`,
  summary:
    'Mails a code with which the caller may change their own proofs. Limited to five an hour.',
  answer: { kind: 'json', payload: done },
})

export const proofOptions = operation({
  ...own,
  name: 'security.proofOptions',
  method: 'POST',
  path: `${PATH}/proof/options`,
  summary:
    'Returns the options for requesting a passkey in the browser, to change the caller’s own proofs.',
  answer: { kind: 'json', payload: requestOptions },
})

export const prove = operation({
  ...own,
  name: 'security.prove',
  method: 'POST',
  path: `${PATH}/proof`,
  summary:
    'Allows changes of the caller’s proofs for ten minutes in this session. The operator area needs no proof.',
  body: z.strictObject({ proof: freshProof }),
  answer: { kind: 'json', payload: done },
})

export const startApp = operation({
  ...own,
  name: 'security.startApp',
  method: 'POST',
  path: `${PATH}/app/start`,
  summary:
    'Creates the secret of an authenticator app (SHA-1, 6 digits, 30 seconds). `key` is in base32, and returned once. The app counts from its first code on, which requires a proof. Refused while the caller has an app.',
  answer: { kind: 'json', payload: z.object({ key: z.string(), uri: z.string() }) },
})

export const confirmApp = operation({
  ...own,
  name: 'security.confirmApp',
  method: 'POST',
  path: `${PATH}/app/confirm`,
  summary:
    'Confirms the new authenticator app with its first code. The caller is notified by mail.',
  body: z.strictObject({ code }),
  answer: { kind: 'json', payload: done },
})

export const removeApp = operation({
  ...own,
  name: 'security.removeApp',
  method: 'POST',
  path: `${PATH}/app/remove`,
  summary: 'Removes the caller’s authenticator app. The caller is notified by mail.',
  answer: { kind: 'json', payload: done },
})

export const newPasskeyOptions = operation({
  ...own,
  name: 'security.passkeyOptions',
  method: 'POST',
  path: `${PATH}/passkeys/options`,
  summary:
    'Returns the options for creating a passkey in the browser, as `passkeys.registerOptions` does.',
  answer: { kind: 'json', payload: creationOptions },
})

export const addPasskey = operation({
  ...own,
  name: 'security.addPasskey',
  method: 'POST',
  path: `${PATH}/passkeys`,
  summary:
    'Adds a passkey with which the caller proves a new device. The caller is notified by mail. The passkey opens the operator area only if it was added there.',
  body: z.strictObject({ name: PASSKEY_NAME, answer: attestation }),
  answer: { kind: 'json', payload: passkey },
})

export const removePasskey = operation({
  ...own,
  name: 'security.removePasskey',
  method: 'POST',
  path: `${PATH}/passkeys/remove`,
  summary: 'Removes a passkey of the caller. The caller is notified by mail.',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const reset = operation({
  name: 'security.reset',
  method: 'POST',
  path: '/room/api/room/user/security/reset',
  summary:
    'Removes the app and passkeys of a member, as after a lost phone. Forgets the known devices and ends all sessions of the person in the room. The person is notified by mail.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.manage',
  body: z.strictObject({ id, roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

const networks = z.array(z.string().max(50)).max(LIMITS.networksPerGroup)

export const stepRules = z.strictObject({
  /** `strong` means that a mailed code or link is not enough for people with an app or a passkey. */
  proofs: z.enum(['any', 'strong']),
  /** `pin` covers mailed links and confirmed addresses too; an empty list permits every address. */
  networks: z.strictObject({ pin: networks, signOn: networks }),
})
export type StepRules = z.infer<typeof stepRules>

const configuring = {
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
} as const

export const rules = operation({
  ...configuring,
  name: 'security.rules',
  method: 'GET',
  path: '/room/api/room/stepRules/:roomId',
  summary:
    'Returns which proofs of a new device are enough in the room, and from which networks people enter.',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: stepRules },
})

export const updateRules = operation({
  ...configuring,
  name: 'security.updateRules',
  method: 'PUT',
  path: '/room/api/room/update/stepRules',
  summary:
    'Sets which proofs are enough, and for each way of entering, from which networks its participants enter and act. Operators enter from anywhere. As with the networks of a group, sessions from other networks are refused at once.',
  body: z.strictObject({ id, rules: stepRules }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
