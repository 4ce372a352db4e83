import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, instant } from '../../core/schemas.ts'
import { assertion, attestation, creationOptions, requestOptions } from '../passkeys.ts'
import { providerId, signOnProvider } from '../session/sign-on-provider.ts'

const PATH = '/console/session'

const entering = { credential: 'none', method: 'POST', delivers: 'none' } as const

/** Of an invitation, from the fragment of its address. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const opened = z.object({
  /** Sent as `Authorization: Administrator TOKEN`. Shown in this answer alone. */
  token: z.string(),
  name: z.string(),
  /** It ends then at the latest. */
  endsAt: instant,
})

export const signOnOptions = operation({
  ...entering,
  name: 'console.signOnOptions',
  path: `${PATH}/options`,
  summary: 'What the browser is to ask for a passkey with. Its challenge is good once, for 5 minutes.',
  answer: { kind: 'json', payload: requestOptions },
})

export const signOn = operation({
  ...entering,
  name: 'console.signOn',
  path: PATH,
  summary: 'Opens a session of an administrator of the installation with a passkey, which says who they are.',
  body: assertion,
  answer: { kind: 'json', payload: opened },
})

export const openInvitation = operation({
  ...entering,
  name: 'console.openInvitation',
  path: '/console/invitation',
  summary: 'Of whom the invitation is, and what the browser is to make a passkey with. Uses nothing up.',
  body: z.strictObject({ token }),
  answer: { kind: 'json', payload: z.object({ name: z.string(), email: z.string(), options: creationOptions }) },
})

export const acceptInvitation = operation({
  ...entering,
  name: 'console.acceptInvitation',
  path: '/console/invitation/accept',
  summary: 'Uses the invitation up: its passkey takes the place of all earlier ones, and opens a session.',
  body: z.strictObject({ token, answer: attestation }),
  answer: { kind: 'json', payload: opened },
})

/** Cookies of a sign-on to the console have this path. */
export const CONSOLE_SIGN_ON_PATH = '/console/session/oidc'
export const CONSOLE_COMPLETE_PATH = `${CONSOLE_SIGN_ON_PATH}/complete`

export const accounts = operation({
  ...entering,
  method: 'GET',
  name: 'console.accounts',
  path: CONSOLE_SIGN_ON_PATH,
  summary: 'Providers of OpenID Connect by which administrators may enter, for the buttons at the entrance of the console.',
  answer: { kind: 'json', payload: z.array(signOnProvider) },
})

export const startAccount = operation({
  ...entering,
  method: 'GET',
  name: 'console.startAccount',
  path: `${CONSOLE_SIGN_ON_PATH}/:provider/start`,
  summary:
    'Leads the browser to the provider as `signon.start` does, and back to the console. The provider is asked for more than one factor, now.',
  params: z.strictObject({ provider: providerId }),
  answer: { kind: 'redirect' },
})

export const signOnByAccount = operation({
  ...entering,
  name: 'console.signOnByAccount',
  path: CONSOLE_COMPLETE_PATH,
  summary:
    'Exchanges the cookie of the callback for a session of the administrator whose account it is. The first time it binds the account to the administrator of the verified address: of one who has a passkey, or an invitation, which it uses up.',
  answer: { kind: 'json', payload: opened },
})

const own = { credential: 'administrator', delivers: 'none' } as const

export const me = operation({
  ...own,
  name: 'console.me',
  method: 'GET',
  path: PATH,
  summary: 'Who is signed on.',
  answer: { kind: 'json', payload: z.object({ name: z.string(), email: z.string(), endsAt: instant }) },
})

export const signOff = operation({
  ...own,
  name: 'console.signOff',
  method: 'DELETE',
  path: PATH,
  summary: 'Ends the session.',
  answer: { kind: 'json', payload: done },
})
