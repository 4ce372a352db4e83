import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, line, queryPaging } from '../core/schemas.ts'

export const PASSKEYS_PER_MEMBER = 10

const PATH = '/room/admin/auth/comm/passkey'

/** The text is base64url without padding, and `maximum` is in bytes. */
const bytes = (maximum: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(Math.ceil((maximum * 4) / 3))

/** Web Authentication Level 3, section 4, sets this limit. */
const credentialId = bytes(1_023)
const clientDataJSON = bytes(4_000)
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)
const descriptor = z.object({ id: credentialId, type: z.literal('public-key'), transports })

/** The shape is PublicKeyCredentialCreationOptionsJSON of Web Authentication. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** A member's passkeys share an id without personal data. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** The time is in milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred', 'required']),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
})

/** The shape is PublicKeyCredentialRequestOptionsJSON. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

/** The authenticator assigns the id `credential`. */
export const attestation = z.strictObject({
  credential: credentialId,
  clientDataJSON,
  attestationObject: bytes(8_000),
  transports,
})

export const assertion = z.strictObject({
  credential: credentialId,
  clientDataJSON,
  authenticatorData: bytes(2_000),
  signature: bytes(1_000),
})

export const PASSKEY_NAME = line(60).pipe(z.string().min(1))

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** This is when the passkey last opened the operator area. */
  usedAt: instant.nullable(),
})

export const state = operation({
  name: 'passkeys.state',
  method: 'GET',
  path: PATH,
  summary:
    'Returns the number of the caller’s passkeys in this room, and the origin at which they work: that of PUBLIC_URL. The origin is `null` if it is neither https nor localhost, or an IP address, since browsers then have no passkeys.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  answer: {
    kind: 'json',
    payload: z.object({ origin: z.string().nullable(), count: z.int().nonnegative() }),
  },
})

export const elevateOptions = operation({
  name: 'passkeys.raiseOptions',
  method: 'POST',
  path: `${PATH}/raise/options`,
  summary:
    'Returns the options for requesting a passkey in the browser, to open the operator area. The challenge is valid for this session, once, for 5 minutes.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  answer: { kind: 'json', payload: requestOptions },
})

export const elevateByPasskey = operation({
  name: 'passkeys.raise',
  method: 'POST',
  path: `${PATH}/raise`,
  summary: 'Opens the operator area for this session with a passkey instead of the operator code.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  body: assertion,
  answer: { kind: 'json', payload: z.object({ checked: z.boolean() }) },
})

const managing = { credential: 'session', delivers: 'none', permission: 'passkeys.manage' } as const

export const list = operation({
  name: 'passkeys.list',
  method: 'GET',
  path: `${PATH}/list`,
  summary:
    'Lists the passkeys with which the caller opens the operator area of this room, oldest first.',
  ...managing,
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(passkey).max(PASSKEYS_PER_MEMBER), paged: true },
})

export const registerOptions = operation({
  name: 'passkeys.registerOptions',
  method: 'POST',
  path: `${PATH}/register/options`,
  summary:
    'Returns the options for creating a passkey in the browser. The challenge is valid for this session, once, for 5 minutes.',
  ...managing,
  answer: { kind: 'json', payload: creationOptions },
})

export const register = operation({
  name: 'passkeys.register',
  method: 'POST',
  path: `${PATH}/register`,
  summary:
    'Adds a passkey with which the caller opens the operator area. The caller is notified by mail.',
  ...managing,
  body: z.strictObject({ name: PASSKEY_NAME, answer: attestation }),
  answer: { kind: 'json', payload: passkey },
})

export const rename = operation({
  name: 'passkeys.rename',
  method: 'POST',
  path: `${PATH}/rename`,
  summary: 'Renames a passkey of the caller.',
  ...managing,
  body: z.strictObject({ id, name: PASSKEY_NAME }),
  answer: { kind: 'json', payload: done },
})

export const remove = operation({
  name: 'passkeys.remove',
  method: 'POST',
  path: `${PATH}/remove`,
  summary: 'Removes a passkey of the caller, which stops working. The caller is notified by mail.',
  ...managing,
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})
