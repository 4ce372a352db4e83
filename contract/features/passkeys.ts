import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, line, queryPaging } from '../core/schemas.ts'

/** Passkeys that one member has at most. */
export const PASSKEYS_PER_MEMBER = 10

const PATH = '/room/admin/auth/comm/passkey'

/** Bytes in base64url without padding, so many at most. */
const bytes = (maximum: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(Math.ceil((maximum * 4) / 3))

/** W3C Web Authentication Level 3, 4: a credential id has 1,023 bytes at most. */
const credentialId = bytes(1_023)
const clientDataJSON = bytes(4_000)
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)
const descriptor = z.object({ id: credentialId, type: z.literal('public-key'), transports })

/** What `navigator.credentials.create()` is called with, bytes in base64url: PublicKeyCredentialCreationOptionsJSON of the same standard. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** `id` is the same for all passkeys of a member and says nothing about the person. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  excludeCredentials: z.array(descriptor),
})

/** What `navigator.credentials.get()` is called with: PublicKeyCredentialRequestOptionsJSON. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

/** What an authenticator answers that has made a passkey; `credential`: the id that it has given to it. */
export const attestation = z.strictObject({ credential: credentialId, clientDataJSON, attestationObject: bytes(8_000), transports })

/** What an authenticator answers that has used one. */
export const assertion = z.strictObject({
  credential: credentialId,
  clientDataJSON,
  authenticatorData: bytes(2_000),
  signature: bytes(1_000),
})

const name = line(60).pipe(z.string().min(1))

/** A passkey of the caller. */
export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** The last time that the operator area was opened with it. */
  usedAt: instant.nullable(),
})

export const state = operation({
  name: 'passkeys.state',
  method: 'GET',
  path: PATH,
  summary:
    'How many passkeys the caller has in this room, and at which origin they work: that of PUBLIC_URL. `null` where that is no https or localhost, or an IP address, since browsers have no passkeys there.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  answer: { kind: 'json', payload: z.object({ origin: z.string().nullable(), count: z.int().nonnegative() }) },
})

export const raiseOptions = operation({
  name: 'passkeys.raiseOptions',
  method: 'POST',
  path: `${PATH}/raise/options`,
  summary:
    'What the browser is to ask for a passkey with, to open the operator area. Its challenge is good for this session, once, for 5 minutes.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  answer: { kind: 'json', payload: requestOptions },
})

export const raiseByPasskey = operation({
  name: 'passkeys.raise',
  method: 'POST',
  path: `${PATH}/raise`,
  summary: 'Opens the operator area for this session with a passkey in place of the operator code.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  body: assertion,
  answer: { kind: 'json', payload: z.object({ checked: z.boolean() }) },
})

export const list = operation({
  name: 'passkeys.list',
  method: 'GET',
  path: `${PATH}/list`,
  summary: 'The passkeys of the caller in this room, the oldest first.',
  credential: 'session',
  delivers: 'none',
  permission: 'passkeys.manage',
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(passkey).max(PASSKEYS_PER_MEMBER), paged: true },
})

export const registerOptions = operation({
  name: 'passkeys.registerOptions',
  method: 'POST',
  path: `${PATH}/register/options`,
  summary: 'What the browser is to make a passkey with. Its challenge is good for this session, once, for 5 minutes.',
  credential: 'session',
  delivers: 'none',
  permission: 'passkeys.manage',
  answer: { kind: 'json', payload: creationOptions },
})

export const register = operation({
  name: 'passkeys.register',
  method: 'POST',
  path: `${PATH}/register`,
  summary: 'Adds a passkey with which the caller opens the operator area from then on; the caller is mailed that it was added.',
  credential: 'session',
  delivers: 'none',
  permission: 'passkeys.manage',
  body: z.strictObject({ name, answer: attestation }),
  answer: { kind: 'json', payload: passkey },
})

export const rename = operation({
  name: 'passkeys.rename',
  method: 'POST',
  path: `${PATH}/rename`,
  summary: 'Gives a passkey of the caller another name.',
  credential: 'session',
  delivers: 'none',
  permission: 'passkeys.manage',
  body: z.strictObject({ id, name }),
  answer: { kind: 'json', payload: done },
})

export const remove = operation({
  name: 'passkeys.remove',
  method: 'POST',
  path: `${PATH}/remove`,
  summary: 'Removes a passkey of the caller, which opens nothing from then on; the caller is mailed that it was removed.',
  credential: 'session',
  delivers: 'none',
  permission: 'passkeys.manage',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})
