import type { z } from 'zod'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { CROSSING_PATHS } from '../../../../contract/features/session/own-rooms.ts'
import { ENTRY_PATH, type sessionPayload } from '../../../../contract/features/session.ts'

export type SessionRecord = z.output<typeof sessionPayload>

interface Envelope {
  readonly status: 'OK' | 'EXCEPTION'
  readonly payload: unknown
  readonly code?: string
  readonly message?: string
  readonly nextCursor?: string
  readonly rejected?: readonly { name: string; reason: string; code: string }[]
  readonly folderPath?: readonly { id: number; parent: number; folderName: string }[]
  readonly counts?: { readonly folders: number; readonly files: number }
  readonly stagesUploads?: boolean
  readonly total?: number
  readonly notices?: readonly string[]
  readonly raised?: boolean
  readonly step?: { readonly email: string }
}

export interface WireAnswer {
  readonly http: number
  readonly headers: Headers
  readonly text: string
  readonly json: Envelope
}

export function envelopeOf(text: string): Envelope {
  if (text === '') return { status: 'EXCEPTION', payload: null }
  const { data, error, ...envelope } = JSON.parse(text)
  if (error !== undefined) return { status: 'EXCEPTION', payload: error.message, ...error }
  return data === undefined ? envelope : { status: 'OK', payload: data, ...envelope }
}

interface CallOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number>>
  readonly form?: FormData
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Keeps a session and device cookie, like a browser. */
export class WireSession {
  readonly base: string
  session: SessionRecord | undefined
  /** `proof` proves an address. */
  device: string | undefined
  proof: string | undefined
  signer: string | undefined

  constructor(base: string) {
    this.base = base
  }

  get me(): SessionRecord {
    if (!this.session) throw new Error('this client has no session')
    return this.session
  }

  async fetch(
    method: string,
    path: string,
    { body, query, form, bytes, headers }: CallOptions = {},
  ): Promise<Response> {
    const url = new URL(BASE_PATH + path, this.base)
    for (const [name, value] of Object.entries(query ?? {}))
      url.searchParams.set(name, String(value))
    return fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.session ? { authorization: `Bearer ${this.session.jwt}` } : {}),
        ...(this.signer === undefined ? {} : { authorization: `Signer ${this.signer}` }),
        ...(this.device !== undefined && path.startsWith(ENTRY_PATH)
          ? { cookie: this.device }
          : {}),
        ...(CROSSING_PATHS.some((each) => path.startsWith(each))
          ? { cookie: [this.device, this.proof].filter(Boolean).join('; ') }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: form } : bytes ? { body: new Uint8Array(bytes) } : {}),
    })
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<WireAnswer> {
    const response = await this.fetch(method, path, options)
    const text = await response.text()
    return {
      http: response.status,
      headers: response.headers,
      text,
      json: envelopeOf(text),
    }
  }

  join(pin: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.#enter(ENTRY_PATH, { body: { pin }, headers })
  }

  joinByLink(token: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.#enter(`${ENTRY_PATH}/link`, { body: { token }, headers })
  }

  prove(code: string): Promise<WireAnswer> {
    return this.#enter(`${ENTRY_PATH}/step`, { body: { code } })
  }

  mailStepCode(headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.call('POST', `${ENTRY_PATH}/step/code`, { headers })
  }

  async #enter(path: string, options: CallOptions): Promise<WireAnswer> {
    const answer = await this.call('POST', path, options)
    if (answer.json.status === 'OK') this.session = answer.json.payload as SessionRecord
    this.device = answer.headers.get('set-cookie')?.split(';')[0] ?? this.device
    return answer
  }

  findPin(email: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/admin/auth/comm/findPin', { body: { email }, headers })
  }

  findCode(fields: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    const { roomNo, userId } = this.me
    return this.call('POST', '/room/admin/auth/comm/findCode', {
      body: { roomNo, userId, ...fields },
    })
  }

  agree(): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/checkAgree', { query: { id: this.me.id } })
  }

  elevate(code: string): Promise<WireAnswer> {
    return this.call('POST', '/room/admin/auth/comm/checkManagerPin', {
      body: { code, roomId: this.me.roomId, userId: this.me.userId },
    })
  }

  logout(): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/logout', { body: {} })
  }

  change(
    method: string,
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<WireAnswer> {
    return this.call(method, path, { body: { id: this.me.id, roomId: this.me.roomId, ...fields } })
  }
}
