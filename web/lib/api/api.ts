import type { z } from 'zod'
import {
  answersWithData,
  type BesideOut,
  type Operation,
  type PayloadOut,
  type RequestOf,
} from '../../../contract/core/operation.ts'
import { ApiError, errorOf } from './api-error.ts'
import {
  type ApiPorts,
  bearerFor,
  type CallOptions,
  check,
  exchange,
  failed,
  headersFor,
  type LooseRequest,
} from './exchange.ts'
import { readJsonLines } from './json-lines.ts'
import { requestPath } from './request-path.ts'
import { type Progress, parsed, sendForm } from './send-form.ts'

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }

export type GivenRequest<O extends Operation> = Present<RequestOf<O>>

type JsonOperation = Operation & { readonly answer: { readonly kind: 'json' } }
type BytesOperation = Operation & { readonly answer: { readonly kind: 'bytes' } }
type LinesOperation = Operation & { readonly answer: { readonly kind: 'lines' } }
type LineOf<O extends LinesOperation> = O['answer'] extends {
  readonly line: infer L extends z.ZodType
}
  ? z.output<L>
  : never

interface BytesOptions extends CallOptions {
  readonly onReceived?: (bytes: number) => void
}

interface SendOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly signal?: AbortSignal
  readonly onProgress?: Progress
}

export interface Answered<P, B = unknown> {
  readonly payload: P
  readonly nextCursor: string | undefined
  readonly beside: B
}

type AnswerTo<O extends Operation> = Answered<PayloadOut<O>, BesideOut<O>>

export interface TransportAuth {
  readonly headers: Readonly<Record<string, string>>
  refusal(http: number, text: string): ApiError
}

/** Every failure is an `ApiError`, except when the caller aborts. */
export interface Api {
  call<O extends JsonOperation>(
    operation: O,
    given: GivenRequest<O>,
    options?: CallOptions,
  ): Promise<PayloadOut<O>>
  page<O extends JsonOperation>(
    operation: O,
    given: GivenRequest<O>,
    options?: CallOptions,
  ): Promise<AnswerTo<O>>
  /** The answer gives the file name if plain ASCII. */
  bytes<O extends BytesOperation>(
    operation: O,
    given: GivenRequest<O>,
    options?: BytesOptions,
  ): Promise<File>
  lines<O extends LinesOperation>(
    operation: O,
    given: GivenRequest<O>,
    options?: CallOptions,
  ): AsyncGenerator<LineOf<O>>
  send<O extends JsonOperation & { readonly multipart: true | 'either' }>(
    operation: O,
    form: FormData,
    options?: SendOptions,
  ): Promise<AnswerTo<O>>
  transportAuth(): TransportAuth
  bearer(): string | undefined
}

const CALL_TIMEOUT_MS = 60_000

function countBytes(response: Response, onReceived: (bytes: number) => void): Response {
  if (!response.body) return response
  let received = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.length
      onReceived(received)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), { headers: response.headers })
}

function answered<O extends JsonOperation>(operation: O, body: unknown): AnswerTo<O> {
  const envelope = body as Readonly<Record<string, unknown>>
  const { nextCursor } = envelope
  return {
    payload: operation.answer.payload.parse(
      answersWithData(operation.path) ? envelope['data'] : envelope['payload'],
    ) as PayloadOut<O>,
    nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined,
    beside: operation.answer.beside?.parse(envelope) as BesideOut<O>,
  }
}

export function createApi(ports: ApiPorts): Api {
  const page: Api['page'] = async (operation, given, options = {}) => {
    const timeout = options.untimed ? undefined : AbortSignal.timeout(CALL_TIMEOUT_MS)
    const signal =
      options.signal && timeout
        ? AbortSignal.any([options.signal, timeout])
        : (options.signal ?? timeout)
    try {
      const { response, bearer } = await exchange(
        ports,
        operation,
        given as LooseRequest,
        options,
        signal,
      )
      const body: unknown = await response.json()
      check(ports, response.status, body, bearer)
      return answered(operation, body)
    } catch (cause) {
      throw failed(ports, cause, options.signal)
    }
  }

  return {
    page,
    bearer: () => ports.bearer(),
    call: async (operation, given, options) => (await page(operation, given, options)).payload,

    async bytes(operation, given, options = {}) {
      try {
        const { response } = await exchange(
          ports,
          operation,
          given as LooseRequest,
          options,
          options.signal,
        )
        const { onReceived } = options
        const bytes = await (onReceived ? countBytes(response, onReceived) : response).blob()
        const [, name = ''] =
          /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
        return new File([bytes], name, { type: bytes.type })
      } catch (cause) {
        throw failed(ports, cause, options.signal)
      }
    },

    async *lines(operation, given, options = {}) {
      try {
        const { response } = await exchange(
          ports,
          operation,
          given as LooseRequest,
          options,
          options.signal,
        )
        if (!response.body) return
        for await (const value of readJsonLines(response.body)) {
          const line = operation.answer.line.safeParse(value)
          if (line.success) yield line.data as LineOf<typeof operation>
        }
      } catch (cause) {
        throw failed(ports, cause, options.signal)
      }
    },

    async send(operation, form, options = {}) {
      const bearer = bearerFor(ports, operation, {})
      try {
        const { http, body } = await sendForm(
          operation.method,
          requestPath(operation.path, options.params),
          headersFor(ports, bearer),
          form,
          options,
        )
        check(ports, http, body, bearer)
        return answered(operation, body)
      } catch (cause) {
        throw failed(ports, cause, options.signal)
      }
    },

    transportAuth() {
      const bearer = ports.bearer()
      return {
        headers: headersFor(ports, bearer),
        refusal(http, text) {
          if (http === 0) return new ApiError('OFFLINE', 0, ports.failureText())
          const error =
            errorOf(http, parsed(text), ports.failureText()) ??
            new ApiError('INTERNAL', http, ports.failureText())
          ports.onRefused(error, bearer)
          return error
        },
      }
    },
  }
}
