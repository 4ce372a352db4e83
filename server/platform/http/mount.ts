import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { Language } from '../../../contract/core/errors.ts'
import {
  type Answer,
  answersWithData,
  type BesideIn,
  type HeadersIn,
  type Identity,
  type InputOf,
  type Operation,
  type PayloadIn,
} from '../../../contract/core/operation.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import { addressOf } from './address-of.ts'
import type { Reply } from './envelope.ts'
import { languageOf } from './language.ts'
import { Refusal } from './refusal.ts'

/** What a call asks of the session that makes it. */
export type Admission = Pick<Extract<Operation, { credential: 'session' }>, 'permission' | 'viewAs'>

/** Tells when a caller loses what it was admitted for; to be released when the call is over. */
export interface Watch {
  readonly signal: AbortSignal
  release(): void
}

type SignerCall = Extract<Operation, { credential: 'signer' }>

/** Decides who a request comes from. The session feature gives it; the mount only asks. */
export interface Guard<Actor> {
  /** The actor behind the request's bearer token. @throws Refusal when there is none, or it may not make this call. */
  admit(request: FastifyRequest, call: Admission): Promise<Actor>
  /** The ids of the actor with which identity fields are compared. */
  identityOf(actor: Actor): Readonly<Record<Identity, number>>
  /** A signal that aborts within a second of the actor losing the permission; released when the answer is out. */
  watch(actor: Actor, permission: Permission): Watch
}

type CallerOf<O extends Operation, Caller> = O extends { readonly credential: 'none' } ? undefined : Caller

/** All that a handler gets to know of a call. */
export interface Call<O extends Operation, Actor> extends InputOf<O> {
  readonly actor: CallerOf<O, Actor>
  readonly request: FastifyRequest
  readonly language: Language
  /** The peer's address, or what a trusted proxy says it is. */
  readonly address: string
  /** Aborts when the peer goes away or, for bytes and uploads, when the permission is lost. */
  readonly signal: AbortSignal
}

/** Bytes with their headers. */
export interface Bytes {
  /** 200 unless given. */
  readonly status?: number
  readonly type: string
  readonly body: Buffer | Readable
  readonly headers?: Readonly<Record<string, string>>
}

type ResultOf<O extends Operation> = O['answer'] extends { readonly kind: 'json' }
  ? Reply<PayloadIn<O>, BesideIn<O>>
  : O['answer'] extends { readonly kind: 'lines'; readonly line: infer L }
    ? AsyncIterable<L extends z.ZodType ? z.input<L> : never>
    : O['answer'] extends { readonly kind: 'headers' }
      ? HeadersIn<O>
      : Bytes

/** The handler of one operation. */
export type Handler<O extends Operation, Actor> = (call: Call<O, Actor>) => Promise<ResultOf<O>>

/** A handler for each of a list of operations; a missing one does not compile. */
export type Handlers<Operations extends readonly Operation[], Actor> = {
  readonly [O in Operations[number] as O['name']]: Handler<O, Actor>
}

type AnyHandler<Actor> = (call: Call<Operation, Actor>) => Promise<unknown>

/** Decides who a call of a signer comes from. The signing feature gives it. */
export interface SignerGuard<Signer> {
  /** Whoever holds the token of the request. @throws Refusal when it opens nothing (any more). */
  admit(request: FastifyRequest): Promise<Signer>
  /** A signal that aborts within a second of the invitation ending; released when the answer is out. */
  watch(signer: Signer): Watch
}

/** What stands before an operation, whatever credential it asks for. */
interface Gate<Caller> {
  admit(request: FastifyRequest): Promise<Caller>
  /** @throws Refusal where the call names an identity that is not the caller's. */
  check(caller: Caller, input: InputOf<Operation>): void
  watch(caller: Caller): Watch | undefined
}

/** Mounts every operation with its handler. Order of checks: origin, session, permission, shape, identity. */
export function mountAll<const Operations extends readonly Exclude<Operation, SignerCall>[], Actor>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Actor>,
  guard: Guard<Actor>,
): void {
  for (const operation of operations) mount(app, operation, handlerOf(handlers, operation), gateOf(operation, guard))
}

/** Mounts the operations of signers, who have no session. */
export function mountForSigners<const Operations extends readonly SignerCall[], Signer>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Signer>,
  guard: SignerGuard<Signer>,
): void {
  const gate: Gate<Signer> = { admit: (request) => guard.admit(request), check: () => {}, watch: (signer) => guard.watch(signer) }
  for (const operation of operations) mount(app, operation, handlerOf(handlers, operation), gate)
}

const handlerOf = <Caller>(handlers: unknown, { name }: Operation): AnyHandler<Caller> =>
  (handlers as Readonly<Record<string, AnyHandler<Caller>>>)[name] as AnyHandler<Caller>

function gateOf<Actor>(operation: Operation, guard: Guard<Actor>): Gate<Actor> | undefined {
  if (operation.credential !== 'session') return undefined
  return {
    admit: (request) => guard.admit(request, operation),
    check: (actor, input) => checkIdentity(operation.identity, input, guard.identityOf(actor)),
    watch: (actor) => guard.watch(actor, operation.permission),
  }
}

function mount<Caller>(app: FastifyInstance, operation: Operation, handler: AnyHandler<Caller>, gate: Gate<Caller> | undefined): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: Caller }>()
  const lasts = operation.multipart !== undefined || operation.bytes === true || operation.answer.kind === 'bytes'

  app.route({
    method: operation.method,
    url: `${BASE_PATH}${operation.path}`,
    ...(operation.bodyBytes === undefined ? {} : { bodyLimit: operation.bodyBytes }),
    onRequest: async (request, reply) => {
      reply.headers(operation.always ?? {})
      if (gate) callers.set(request, { caller: await gate.admit(request) })
    },
    handler: async (request, reply) => {
      const input = parseInput(operation, request)
      const admitted = callers.get(request)
      if (admitted) gate?.check(admitted.caller, input)

      const gone = new AbortController()
      whenClosed(reply, () => gone.abort())
      const watched = lasts && admitted ? gate?.watch(admitted.caller) : undefined
      if (watched) whenClosed(reply, () => watched.release())

      const result = await handler({
        ...input,
        actor: admitted?.caller as CallerOf<Operation, Caller>,
        request,
        language: languageOf(request),
        address: addressOf(request),
        signal: watched ? AbortSignal.any([gone.signal, watched.signal]) : gone.signal,
      })
      if (operation.answer.kind === 'bytes') watched?.signal.throwIfAborted()
      return answer(operation, reply, result, watched?.signal)
    },
  })
}

/** The peer may have gone while it was being admitted; then nothing would tell us any more. */
function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then()
  else raw.once('close', then)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    const empty = value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    if (!empty) throw new Refusal('BAD_REQUEST')
    return undefined
  }
  const result = schema.safeParse(value ?? {})
  if (!result.success || holdsNul(result.data)) throw new Refusal('BAD_REQUEST')
  return result.data
}

/** No text of the database can hold U+0000, so nothing of this name can be there. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

function parseInput(operation: Operation, request: FastifyRequest): InputOf<Operation> {
  const isMultipart = request.isMultipart()
  if (operation.multipart !== 'either' && isMultipart !== (operation.multipart === true)) throw new Refusal('BAD_REQUEST')
  const isBytes = request.body instanceof Readable
  if (isBytes !== (operation.bytes === true)) throw new Refusal('MEDIA_TYPE')
  return {
    params: parse(operation.params, request.params),
    query: parse(operation.query, request.query),
    body: isMultipart || isBytes ? undefined : parse(operation.body, request.body),
    headers: operation.headers && parse(operation.headers, request.headers),
  } as InputOf<Operation>
}

type IdentityFields = Extract<Operation, { credential: 'session' }>['identity']

function checkIdentity(fields: IdentityFields, input: InputOf<Operation>, own: Readonly<Record<Identity, number>>): void {
  for (const place of ['params', 'query', 'body'] as const) {
    for (const [name, identity] of Object.entries(fields?.[place] ?? {})) {
      const given = (input[place] as Readonly<Record<string, unknown>> | undefined)?.[name]
      if (given !== own[identity]) throw new Refusal('NOT_FOUND')
    }
  }
}

function jsonOf(kind: Extract<Answer, { kind: 'json' }>, path: string, { payload, nextCursor, headers: _, ...beside }: Reply<unknown>) {
  const parsed = kind.payload.parse(payload)
  const envelope = { ...(answersWithData(path) ? { data: parsed } : { status: 'OK', payload: parsed }), ...kind.beside?.parse(beside) }
  return nextCursor === undefined ? envelope : { ...envelope, nextCursor }
}

async function answer(
  { answer: kind, path }: Pick<Operation, 'answer' | 'path'>,
  reply: FastifyReply,
  result: unknown,
  lost: AbortSignal | undefined,
): Promise<FastifyReply> {
  if (kind.kind === 'json') {
    const { headers = {} } = result as Reply<unknown>
    return reply
      .type('application/json; charset=utf-8')
      .headers(headers)
      .send(jsonOf(kind, path, result as Reply<unknown>))
  }
  if (kind.kind === 'lines') {
    const body = Readable.from(toLines(kind.line, result as AsyncIterable<unknown>))
    return reply.type('application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no').send(body)
  }
  if (kind.kind === 'headers')
    return reply
      .code(kind.status)
      .headers(kind.headers.parse(result) as Record<string, string>)
      .send()
  const bytes = result as Bytes
  if (bytes.body instanceof Readable) {
    const { body } = bytes
    lost?.addEventListener('abort', () => body.destroy(lost.reason), { once: true })
  }
  return reply
    .code(bytes.status ?? 200)
    .type(bytes.type)
    .headers(bytes.headers ?? {})
    .send(bytes.body)
}

async function* toLines(schema: z.ZodType, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(schema.parse(value))}\n`
}
