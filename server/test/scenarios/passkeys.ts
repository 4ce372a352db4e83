import type { PayloadOut } from '../../../contract/core/operation.ts'
import type {
  elevateOptions,
  list,
  registerOptions,
  state,
} from '../../../contract/features/passkeys.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import {
  type Algorithm,
  SoftwareAuthenticator,
  type SoftwarePasskey,
  type Twist,
} from '../servers/software-authenticator.ts'

const PATH = '/room/admin/auth/comm/passkey'

export const PASSKEY_URL = 'https://room.test'
const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)

type PasskeyRecord = PayloadOut<typeof list>[number]

const asked = async <T>(answer: Promise<WireAnswer>): Promise<T> => {
  const { json, text } = await answer
  if (json.status !== 'OK') throw new Error(text)
  return json.payload as T
}

export const passkeyState = (client: WireClient): Promise<PayloadOut<typeof state>> =>
  asked(client.call('GET', PATH))

export const listPasskeys = (client: WireClient): Promise<PasskeyRecord[]> =>
  asked(client.call('GET', `${PATH}/list`))

export const askForNewPasskey = (client: WireClient): Promise<WireAnswer> =>
  client.call('POST', `${PATH}/register/options`)

export const askForPasskey = (client: WireClient): Promise<WireAnswer> =>
  client.call('POST', `${PATH}/raise/options`)

export const creationOptionsOf = (
  client: WireClient,
): Promise<PayloadOut<typeof registerOptions>> => asked(askForNewPasskey(client))

export const requestOptionsOf = (client: WireClient): Promise<PayloadOut<typeof elevateOptions>> =>
  asked(askForPasskey(client))

export const sendNewPasskey = (
  client: WireClient,
  answer: unknown,
  name = '시험 키',
): Promise<WireAnswer> => client.call('POST', `${PATH}/register`, { body: { name, answer } })

export const sendPasskey = (client: WireClient, answer: unknown): Promise<WireAnswer> =>
  client.call('POST', `${PATH}/raise`, { body: answer })

export const renamePasskey = (client: WireClient, id: number, name: string): Promise<WireAnswer> =>
  client.call('POST', `${PATH}/rename`, { body: { id, name } })

export const removePasskey = (client: WireClient, id: number): Promise<WireAnswer> =>
  client.call('POST', `${PATH}/remove`, { body: { id } })

export async function tryNewPasskey(
  client: WireClient,
  twist: Twist = {},
  algorithm: Algorithm = 'ES256',
): Promise<WireAnswer> {
  return sendNewPasskey(
    client,
    AUTHENTICATOR.create(await creationOptionsOf(client), twist, algorithm).answer,
  )
}

export async function addPasskey(
  client: WireClient,
  { name, algorithm }: { name?: string; algorithm?: Algorithm } = {},
): Promise<SoftwarePasskey & { readonly record: PasskeyRecord }> {
  const { passkey, answer } = AUTHENTICATOR.create(await creationOptionsOf(client), {}, algorithm)
  return Object.assign(passkey, {
    record: await asked<PasskeyRecord>(sendNewPasskey(client, answer, name)),
  })
}

export async function signFor(client: WireClient, passkey: SoftwarePasskey, twist: Twist = {}) {
  return AUTHENTICATOR.get(await requestOptionsOf(client), passkey, twist)
}

export async function elevateWith(
  client: WireClient,
  passkey: SoftwarePasskey,
  twist: Twist = {},
): Promise<WireAnswer> {
  return sendPasskey(client, await signFor(client, passkey, twist))
}
