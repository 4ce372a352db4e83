import type { z } from 'zod'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { requestOptions } from '../../../contract/features/passkeys.ts'
import type {
  Security,
  StepRules,
  startApp as startAppCall,
} from '../../../contract/features/session/second-step.ts'
import { codeOf, stepAt } from '../../features/session/second-step/totp.ts'
import type { TestApp } from '../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'
import { stepCodeTo } from '../scenarios/step-codes.ts'
import { SoftwareAuthenticator, type SoftwarePasskey } from '../servers/software-authenticator.ts'

type RequestOptions = z.output<typeof requestOptions>

const PATH = '/room/api/session/security'
const ENTRY = '/room/api/room/join/step'
const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(key: string): Buffer {
  const bits = [...key]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

export const appCode = (key: string, at: Date, steps = 0): string =>
  codeOf(bytesOf(key), stepAt(at) + steps)

export const post = (client: WireClient, path: string, body?: object): Promise<WireAnswer> =>
  client.call('POST', `${PATH}${path}`, body === undefined ? {} : { body })

export const security = async (client: WireClient): Promise<Security> =>
  (await client.call('GET', PATH)).json.payload as Security

export const startApp = async (client: WireClient): Promise<PayloadOut<typeof startAppCall>> =>
  (await post(client, '/app/start')).json.payload as PayloadOut<typeof startAppCall>

export async function secure(app: TestApp, client: WireClient, email: string): Promise<WireAnswer> {
  await post(client, '/code')
  return post(client, '/proof', { proof: { by: 'mail', code: await stepCodeTo(app, email) } })
}

/** @returns the key */
export async function setUpApp(app: TestApp, client: WireClient, email: string): Promise<string> {
  await secure(app, client, email)
  const { key } = await startApp(client)
  const { json, text } = await post(client, '/app/confirm', { code: appCode(key, app.clock.now()) })
  if (json.status !== 'OK') throw new Error(text)
  return key
}

export async function setUpPasskey(
  client: WireClient,
  name = '휴대전화',
): Promise<SoftwarePasskey & { readonly number: number }> {
  const options = (await post(client, '/passkeys/options')).json.payload
  const { passkey, answer } = AUTHENTICATOR.create(
    options as Parameters<typeof AUTHENTICATOR.create>[0],
  )
  const { json, text } = await post(client, '/passkeys', { name, answer })
  if (json.status !== 'OK') throw new Error(text)
  return Object.assign(passkey, { number: (json.payload as { id: number }).id })
}

async function proveStep(client: WireClient, proof: object): Promise<WireAnswer> {
  const answer = await client.call('POST', `${ENTRY}/proof`, { body: { proof } })
  if (answer.json.status === 'OK')
    client.session = answer.json.payload as NonNullable<WireClient['session']>
  return answer
}

export const proveByApp = (client: WireClient, code: string): Promise<WireAnswer> =>
  proveStep(client, { by: 'app', code })

export async function proveByPasskey(
  client: WireClient,
  passkey: SoftwarePasskey,
): Promise<WireAnswer> {
  const asked = await client.call('POST', `${ENTRY}/passkey`)
  if (asked.json.status !== 'OK') return asked
  return proveStep(client, {
    by: 'passkey',
    answer: AUTHENTICATOR.get(asked.json.payload as RequestOptions, passkey),
  })
}

export const setRules = (
  operator: WireClient,
  rules: { proofs?: StepRules['proofs']; pin?: string[]; signOn?: string[] },
): Promise<WireAnswer> =>
  operator.call('PUT', '/room/api/room/update/stepRules', {
    body: {
      id: operator.me.roomId,
      rules: {
        proofs: rules.proofs ?? 'any',
        networks: { pin: rules.pin ?? [], signOn: rules.signOn ?? [] },
      },
    },
  })

export const resetOf = (operator: WireClient, memberId: number): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/room/user/security/reset', {
    body: { id: memberId, roomId: operator.me.roomId },
  })
