import sharp from 'sharp'
import type { Template } from '../../../contract/features/composed.ts'
import type { Ceremony } from '../../../contract/features/signing.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { boxOf, draftOf } from './composing.ts'
import { messageMails, type ReceivedMessageMail } from './message-mails.ts'

const LINK = /\/sign#([A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])/

export interface SigningAnswer<Data = unknown> {
  readonly http: number
  readonly data: Data
  readonly code: string | undefined
  readonly message: string | undefined
  readonly text: string
  readonly headers: Headers
}

const answerOf = async <Data>(response: Response): Promise<SigningAnswer<Data>> => {
  const text = await response.text()
  const { data, error } = JSON.parse(text) as {
    data: Data
    error?: { code: string; message: string }
  }
  return {
    http: response.status,
    data,
    code: error?.code,
    message: error?.message,
    text,
    headers: response.headers,
  }
}

export const asAuthor = async <Data>(
  client: WireClient,
  call: string,
  body: unknown,
): Promise<SigningAnswer<Data>> =>
  answerOf(await client.fetch('POST', `/esign/api/compose/${call}`, { body }))

export interface Sendable {
  readonly name?: string
  readonly pdf?: Uint8Array
  readonly pages?: number
  readonly notice?: string
  readonly signValid?: number
  readonly people?: readonly {
    readonly email: string
    readonly name?: string
    readonly type?: 'SIGNER' | 'APPROVER' | 'CC'
    readonly order?: number
  }[]
  /** Boxes default to signatures. `of` is the owner's address. */
  readonly boxes?: readonly {
    readonly typeName?: 'SIGN' | 'TEXT'
    readonly of?: string
    readonly required?: boolean
  }[]
}

export function draftToSend(
  room: TestRoom,
  { name, pdf, pages, notice, signValid, people = [], boxes = [] }: Sendable = {},
): Promise<Template> {
  const fields = {
    ...(notice === undefined ? {} : { notice }),
    ...(signValid === undefined ? {} : { signValid: String(signValid) }),
  }
  return draftOf(room, {
    ...(name === undefined ? {} : { name }),
    ...(pdf ? { pdf } : {}),
    ...(pages === undefined ? {} : { pages }),
    fields,
    people: people.map((person) => ({ name: person.email, ...person })),
    boxes: boxes.map(({ of = null, ...box }, index) => {
      const place = { scaledX: 10, scaledY: 10 + index, scaledW: 120, scaledH: 40 }
      return boxOf({ id: `box-${index}`, ...place, participant: of, ...box })
    }),
  })
}

export const mailsTo = async (app: TestApp, email: string): Promise<ReceivedMessageMail[]> =>
  (await messageMails(app, '')).filter(({ to }) =>
    to.some((each) => each.toLowerCase() === email.toLowerCase()),
  )

export class SignerClient {
  readonly #client: WireClient
  readonly token: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(base: string, token: string, headers: Readonly<Record<string, string>> = {}) {
    this.#client = new WireClient(base)
    this.token = token
    this.#headers = headers
  }

  fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const sent = { authorization: `Signer ${this.token}`, ...this.#headers, ...headers }
    return this.#client.fetch(method, `/esign/api/sign${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: sent,
    })
  }

  async call<Data = Ceremony>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<SigningAnswer<Data>> {
    return answerOf<Data>(await this.fetch(method, path, body))
  }

  state(): Promise<SigningAnswer<Ceremony>> {
    return this.call('GET', '')
  }

  open(): Promise<SigningAnswer<Ceremony>> {
    return this.call('POST', '/open')
  }

  decline(reason: string): Promise<SigningAnswer<null>> {
    return this.call('POST', '/decline', { reason })
  }

  complete(
    boxes: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<SigningAnswer<Ceremony>> {
    return this.call('POST', '/complete', { consent: true, boxes, ...more })
  }

  async completeForm(
    data: string,
    files: Readonly<Record<string, Uint8Array>>,
  ): Promise<SigningAnswer<Ceremony>> {
    const form = new FormData()
    for (const [name, bytes] of Object.entries(files))
      form.append(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
    form.append('data', data)
    const headers = { authorization: `Signer ${this.token}`, ...this.#headers }
    return answerOf(await this.#client.fetch('POST', '/esign/api/sign/complete', { form, headers }))
  }

  async sign(): Promise<SigningAnswer<Ceremony>> {
    const { data } = await this.state()
    const image = await signatureImage()
    return this.complete(
      data.boxes.map(({ id, typeName }) =>
        typeName === 'SIGN' ? { id, image } : { id, text: '홍길동' },
      ),
    )
  }
}

export async function signerOf(
  app: TestApp,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SignerClient> {
  const links = (await mailsTo(app, email)).flatMap(({ text }) => LINK.exec(text)?.[1] ?? [])
  const token = links.at(-1)
  if (token === undefined) throw new Error(`no link to sign was mailed to ${email}`)
  return new SignerClient(app.base, token, headers)
}

export async function signatureImage(width = 200, height = 80): Promise<string> {
  const image = sharp({
    create: { width, height, channels: 4, background: { r: 20, g: 30, b: 90, alpha: 0.4 } },
  })
  return `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`
}
