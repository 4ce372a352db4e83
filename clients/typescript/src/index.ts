import type { Calls } from './calls.ts'

export type { Calls }

export type WebhookEvent = Calls['POST /webhooks']['body']['events'][number]

/** A Standard Webhooks library verifies the body's signature. */
export interface WebhookPayload {
  type: WebhookEvent
  timestamp: string
  data: {
    roomId: number
    /** The position of the event in the room's log. */
    sequence: number
  }
}

export class SealroomError extends Error {
  override readonly name = 'SealroomError'
  readonly status: number
  /** The code is stable, or `NO_ANSWER` if the response is not Sealroom's. */
  readonly code: string
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    { status, code, retryAfter }: { status: number; code: string; retryAfter: number | undefined },
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export interface Connection {
  /** The address of the installation, such as `https://rooms.example.com`. */
  readonly url: string
  /** The key begins with `srk_`. */
  readonly key: string
  /** The default is Korean. */
  readonly language?: 'ko' | 'en'
  readonly fetch?: typeof fetch
}

type Input<Name extends keyof Calls> = Omit<Calls[Name], 'answer'> & {
  /** The server may have processed an aborted call, so a change needs an `idempotencyKey`. */
  signal?: AbortSignal
}

type Arguments<Name extends keyof Calls> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]

/** @throws SealroomError if the call is refused, or TypeError if the installation cannot be reached */
export type Call = <Name extends keyof Calls>(
  name: Name,
  ...input: Arguments<Name>
) => Promise<Calls[Name]['answer']>

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export function sealroom({ url, key, language = 'ko', fetch: send = fetch }: Connection): Call {
  const base = `${url.replace(/\/+$/, '')}/api/platform`
  return async (name, ...[input]) => {
    const { params = {}, query = {}, body, idempotencyKey, signal }: AnyInput = input ?? {}
    const [method = '', template = ''] = name.split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      encodeURIComponent(String(params[parameter])),
    )
    const given = Object.entries(query).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)]],
    )
    const response = await send(
      `${base}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`,
      {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'accept-language': language,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        // A redirect must not send the key to another host.
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      },
    )
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
