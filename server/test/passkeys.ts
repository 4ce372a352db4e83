import type { PayloadOut } from '../../contract/core/operation.ts'
import type { list, raiseOptions, registerOptions, state } from '../../contract/features/passkeys.ts'
import { type Algorithm, SoftwareAuthenticator, type SoftwarePasskey, type Twist } from './software-authenticator.ts'
import type { Answer, WireClient } from './wire-client.ts'

const PATH = '/room/admin/auth/comm/passkey'

/** A public address at which browsers have passkeys. */
export const PASSKEY_URL = 'https://room.test'
const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)

type PasskeyRecord = PayloadOut<typeof list>[number]

const asked = async <T>(answer: Promise<Answer>): Promise<T> => {
  const { json, text } = await answer
  if (json.status !== 'OK') throw new Error(text)
  return json.payload as T
}

export const passkeyState = (client: WireClient): Promise<PayloadOut<typeof state>> => asked(client.call('GET', PATH))

export const listPasskeys = (client: WireClient): Promise<PasskeyRecord[]> => asked(client.call('GET', `${PATH}/list`))

export const askForNewPasskey = (client: WireClient): Promise<Answer> => client.call('POST', `${PATH}/register/options`)

export const askForPasskey = (client: WireClient): Promise<Answer> => client.call('POST', `${PATH}/raise/options`)

export const creationOptionsOf = (client: WireClient): Promise<PayloadOut<typeof registerOptions>> => asked(askForNewPasskey(client))

export const requestOptionsOf = (client: WireClient): Promise<PayloadOut<typeof raiseOptions>> => asked(askForPasskey(client))

export const sendNewPasskey = (client: WireClient, answer: unknown, name = '시험 키'): Promise<Answer> =>
  client.call('POST', `${PATH}/register`, { body: { name, answer } })

export const sendPasskey = (client: WireClient, answer: unknown): Promise<Answer> => client.call('POST', `${PATH}/raise`, { body: answer })

export const renamePasskey = (client: WireClient, id: number, name: string): Promise<Answer> =>
  client.call('POST', `${PATH}/rename`, { body: { id, name } })

export const removePasskey = (client: WireClient, id: number): Promise<Answer> => client.call('POST', `${PATH}/remove`, { body: { id } })

/** Has the authenticator make a passkey, and sends it; perhaps with something wrong about it. */
export async function tryNewPasskey(client: WireClient, twist: Twist = {}, algorithm: Algorithm = 'ES256'): Promise<Answer> {
  return sendNewPasskey(client, AUTHENTICATOR.create(await creationOptionsOf(client), twist, algorithm).answer)
}

/** Adds a passkey for the operator area of this client. */
export async function addPasskey(
  client: WireClient,
  { name, algorithm }: { name?: string; algorithm?: Algorithm } = {},
): Promise<SoftwarePasskey & { readonly record: PasskeyRecord }> {
  const { passkey, answer } = AUTHENTICATOR.create(await creationOptionsOf(client), {}, algorithm)
  return Object.assign(passkey, { record: await asked<PasskeyRecord>(sendNewPasskey(client, answer, name)) })
}

/** What the authenticator answers to a fresh challenge of this client's session. */
export async function signFor(client: WireClient, passkey: SoftwarePasskey, twist: Twist = {}) {
  return AUTHENTICATOR.get(await requestOptionsOf(client), passkey, twist)
}

/** Uses a passkey to open the operator area; perhaps with something wrong about it. */
export async function raiseWith(client: WireClient, passkey: SoftwarePasskey, twist: Twist = {}): Promise<Answer> {
  return sendPasskey(client, await signFor(client, passkey, twist))
}
