import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, instant } from '../../core/schemas.ts'
import { assertion, attestation, creationOptions, requestOptions } from '../passkeys.ts'
import { providerId, signOnProvider } from '../session/sign-on-provider.ts'

const PATH = '/console/session'

const entering = { credential: 'none', method: 'POST', delivers: 'none' } as const

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const opened = z.object({
  /** Only this answer contains the token, which follows `Authorization: Administrator`. */
  token: z.string(),
  name: z.string(),
  endsAt: instant,
})

export const signOnOptions = operation({
  ...entering,
  name: 'console.signOnOptions',
  path: `${PATH}/options`,
  summary:
    'Returns the options for requesting a passkey in the browser. The challenge is valid once, for 5 minutes.',
  answer: { kind: 'json', payload: requestOptions },
})

export const signOn = operation({
  ...entering,
  name: 'console.signOn',
  path: PATH,
  summary:
    'Starts a session of an administrator with a passkey, which identifies the administrator.',
  body: assertion,
  answer: { kind: 'json', payload: opened },
})

export const openInvitation = operation({
  ...entering,
  name: 'console.openInvitation',
  path: '/console/invitation',
  summary:
    'Returns the administrator of an invitation, and the options for creating a passkey in the browser. The invitation remains valid.',
  body: z.strictObject({ token }),
  answer: {
    kind: 'json',
    payload: z.object({ name: z.string(), email: z.string(), options: creationOptions }),
  },
})

export const acceptInvitation = operation({
  ...entering,
  name: 'console.acceptInvitation',
  path: '/console/invitation/accept',
  summary:
    'Accepts an invitation, which is used up, and starts a session. The new passkey replaces all earlier ones.',
  body: z.strictObject({ token, answer: attestation }),
  answer: { kind: 'json', payload: opened },
})

/** The cookies of a console sign-on have this path. */
export const CONSOLE_SIGN_ON_PATH = '/console/session/oidc'
export const CONSOLE_COMPLETE_PATH = `${CONSOLE_SIGN_ON_PATH}/complete`

export const accounts = operation({
  ...entering,
  method: 'GET',
  name: 'console.accounts',
  path: CONSOLE_SIGN_ON_PATH,
  summary:
    'Lists the OpenID Connect providers with which administrators may sign on, for the buttons at the entrance of the console.',
  answer: { kind: 'json', payload: z.array(signOnProvider) },
})

export const startAccount = operation({
  ...entering,
  method: 'GET',
  name: 'console.startAccount',
  path: `${CONSOLE_SIGN_ON_PATH}/:provider/start`,
  summary:
    'Redirects the browser to the provider as `signon.start` does, and back to the console. The provider is asked for a fresh sign-on with more than one factor.',
  params: z.strictObject({ provider: providerId }),
  answer: { kind: 'redirect' },
})

export const signOnByAccount = operation({
  ...entering,
  name: 'console.signOnByAccount',
  path: CONSOLE_COMPLETE_PATH,
  summary:
    'Exchanges the callback cookie for a session of the administrator who has the account. The first sign-on binds the account to the administrator with the verified address. That administrator must have a passkey, or an invitation, which is used up.',
  answer: { kind: 'json', payload: opened },
})

const own = { credential: 'administrator', delivers: 'none' } as const

export const me = operation({
  ...own,
  name: 'console.me',
  method: 'GET',
  path: PATH,
  summary: 'Returns the signed-on administrator.',
  answer: {
    kind: 'json',
    payload: z.object({ name: z.string(), email: z.string(), endsAt: instant }),
  },
})

export const signOff = operation({
  ...own,
  name: 'console.signOff',
  method: 'DELETE',
  path: PATH,
  summary: 'Ends the administrator’s session.',
  answer: { kind: 'json', payload: done },
})
