import type { Calls } from './calls.ts'

export type { Calls }

/** Kinds that a webhook can report. */
export type WebhookEvent = Calls['POST /webhooks']['body']['events'][number]

/** The body of a webhook, whose signature a library of Standard Webhooks verifies. */
export interface WebhookPayload {
  type: WebhookEvent
  /** ISO 8601. */
  timestamp: string
  data: {
    roomId: number
    /** The place in the log of the room. */
    sequence: number
  }
}

/** The installation refused a call, or something before it did. */
export class SealroomError extends Error {
  override readonly name = 'SealroomError'
  /** Of HTTP. */
  readonly status: number
  /** Stable, as in the description of the interface. `NO_ANSWER` where the answer is not one of Sealroom’s. */
  readonly code: string
  /** Seconds after which the call may be repeated, where the installation says so. */
  readonly retryAfter: number | undefined

  constructor(message: string, { status, code, retryAfter }: { status: number; code: string; retryAfter: number | undefined }) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export interface Connection {
  /** Where the installation is, such as `https://rooms.example.com`. */
  readonly url: string
  /** Begins with `srk_`. */
  readonly key: string
  /** Of messages in errors. Korean unless given. */
  readonly language?: 'ko' | 'en'
  /** For proxies and tests. The global one unless given. */
  readonly fetch?: typeof fetch
}

type Input<Name extends keyof Calls> = Omit<Calls[Name], 'answer'> & {
  /** Ends the call. It may have happened already, so that changes want an `idempotencyKey`. */
  signal?: AbortSignal
}

/** Input may be left out where the call requires nothing. */
type Arguments<Name extends keyof Calls> = Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]

/** @throws SealroomError for refusals, TypeError where the installation is not reached */
export type Call = <Name extends keyof Calls>(name: Name, ...input: Arguments<Name>) => Promise<Calls[Name]['answer']>

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Gives the function that calls an installation with a key. */
export function sealroom({ url, key, language = 'ko', fetch: send = fetch }: Connection): Call {
  const base = `${url.replace(/\/+$/, '')}/api/platform`
  return async (name, ...[input]) => {
    const { params = {}, query = {}, body, idempotencyKey, signal }: AnyInput = input ?? {}
    const [method = '', template = ''] = name.split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(params[parameter])))
    const given = Object.entries(query).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]]))
    const response = await send(`${base}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': language,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      // The key must not reach another host.
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    return await answerOf(response)
  }
}

interface Envelope {
  readonly status?: unknown
  readonly payload?: unknown
  readonly code?: unknown
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = (await response.json().catch(() => undefined)) as Envelope | undefined
  if (answer?.status === 'OK') {
    const { status: _, ...rest } = answer
    return rest as Answer
  }
  const { payload, code } = answer?.status === 'EXCEPTION' ? answer : {}
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new SealroomError(typeof payload === 'string' ? payload : `HTTP ${response.status}`, {
    status: response.status,
    code: typeof code === 'string' ? code : 'NO_ANSWER',
    retryAfter: Number.isNaN(seconds) ? undefined : seconds,
  })
}
