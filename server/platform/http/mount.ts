import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiKeyScope } from '../../../contract/core/api-key-scopes.ts'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { Language } from '../../../contract/core/errors.ts'
import {
  type AnswerShape,
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

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly operation?: string
    readonly isStream?: boolean
  }
}

export type Admission = Pick<Extract<Operation, { credential: 'session' }>, 'permission' | 'viewAs'>

/** Calls must release the watch. */
export interface Watch {
  readonly signal: AbortSignal
  release(): void
}

type SignerCall = Extract<Operation, { credential: 'signer' }>
type ApiKeyCall = Extract<Operation, { credential: 'apiKey' }>
type AdministratorCall = Extract<Operation, { credential: 'administrator' }>

export interface Guard<Actor> {
  /** @throws Refusal unless an actor may make this call. */
  admit(request: FastifyRequest, call: Admission): Promise<Actor>
  identityOf(actor: Actor): Readonly<Record<Identity, number>>
  /** Aborts within a second of losing the permission. */
  watch(actor: Actor, permission: Permission): Watch
}

type CallerOf<O extends Operation, Caller> = O extends { readonly credential: 'none' }
  ? undefined
  : Caller

export interface OperationCall<O extends Operation, Actor> extends InputOf<O> {
  readonly actor: CallerOf<O, Actor>
  readonly request: FastifyRequest
  readonly language: Language
  /** A trusted proxy names the client's address. */
  readonly address: string
  /** Aborts on disconnect and, for bytes and uploads, lost permission. */
  readonly signal: AbortSignal
}

export interface Redirect {
  readonly location: string
  readonly cookies?: readonly string[]
}

export interface Bytes {
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
      : O['answer'] extends { readonly kind: 'redirect' }
        ? Redirect
        : Bytes

export type Handler<O extends Operation, Actor> = (
  call: OperationCall<O, Actor>,
) => Promise<ResultOf<O>>

/** A missing handler does not compile. */
export type Handlers<Operations extends readonly Operation[], Actor> = {
  readonly [O in Operations[number] as O['name']]: Handler<O, Actor>
}

type AnyHandler<Actor> = (call: OperationCall<Operation, Actor>) => Promise<unknown>

export interface SignerGuard<Signer> {
  /** @throws Refusal */
  admit(request: FastifyRequest): Promise<Signer>
  /** Aborts within a second after the signer's link ends. */
  watch(signer: Signer): Watch
}

export interface ApiKeyGuard<Caller> {
  /** @throws Refusal unless the key has the scope. */
  admit(request: FastifyRequest, scope: ApiKeyScope): Promise<Caller>
}

export interface AdministratorGuard<Caller> {
  /** @throws Refusal without a valid session. */
  admit(request: FastifyRequest): Promise<Caller>
}

interface Gate<Caller> {
  admit(request: FastifyRequest): Promise<Caller>
  /** @throws Refusal for another's identity. */
  check(caller: Caller, input: InputOf<Operation>): void
  watch(caller: Caller): Watch | undefined
}

/** Checks run as origin, session, permission, shape, identity. */
export function mountAll<
  const Operations extends readonly Exclude<
    Operation,
    SignerCall | ApiKeyCall | AdministratorCall
  >[],
  Actor,
>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Actor>,
  guard: Guard<Actor>,
): void {
  for (const operation of operations)
    mount(app, operation, handlerOf(handlers, operation), gateOf(operation, guard))
}

export function mountForSigners<const Operations extends readonly SignerCall[], Signer>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Signer>,
  guard: SignerGuard<Signer>,
): void {
  const gate: Gate<Signer> = {
    admit: (request) => guard.admit(request),
    check: () => {},
    watch: (signer) => guard.watch(signer),
  }
  for (const operation of operations) mount(app, operation, handlerOf(handlers, operation), gate)
}

export function mountForPrograms<const Operations extends readonly ApiKeyCall[], Caller>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Caller>,
  guard: ApiKeyGuard<Caller>,
): void {
  for (const operation of operations) {
    const gate: Gate<Caller> = {
      admit: (request) => guard.admit(request, operation.scope),
      check: () => {},
      watch: () => undefined,
    }
    mount(app, operation, handlerOf(handlers, operation), gate)
  }
}

export function mountForAdministrators<
  const Operations extends readonly AdministratorCall[],
  Caller,
>(
  app: FastifyInstance,
  operations: Operations,
  handlers: Handlers<Operations, Caller>,
  guard: AdministratorGuard<Caller>,
): void {
  const gate: Gate<Caller> = {
    admit: (request) => guard.admit(request),
    check: () => {},
    watch: () => undefined,
  }
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

function mount<Caller>(
  app: FastifyInstance,
  operation: Operation,
  handler: AnyHandler<Caller>,
  gate: Gate<Caller> | undefined,
): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: Caller }>()
  const lasts =
    operation.multipart !== undefined ||
    operation.bytes === true ||
    operation.answer.kind === 'bytes'

  app.route({
    method: operation.method,
    url: `${BASE_PATH}${operation.path}`,
    config: { operation: operation.name, isStream: operation.answer.kind === 'lines' },
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

/** Peers may leave during admission. */
function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then()
  else raw.once('close', then)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    const empty =
      value === undefined ||
      value === null ||
      (typeof value === 'object' && Object.keys(value).length === 0)
    if (!empty) throw new Refusal('BAD_REQUEST')
    return undefined
  }
  const result = schema.safeParse(value ?? {})
  if (!result.success) throw malformed(result.error)
  if (holdsNul(result.data)) throw new Refusal('BAD_REQUEST')
  return result.data
}

const NAMED = /^[a-zA-Z\d]{1,40}$/

/** Names the row of a list, from 1. */
function malformed({ issues }: z.ZodError): Refusal {
  const path = issues[0]?.path ?? []
  const row = path.find((part) => typeof part === 'number')
  if (row === undefined) return new Refusal('BAD_REQUEST')
  const parts = path
    .map((part) => (typeof part === 'number' ? `${part + 1}` : String(part)))
    .filter((part) => NAMED.test(part))
  return new Refusal('BAD_REQUEST', {
    variables: { at: ` (${parts.join(' › ')})` },
    extra: { row: row + 1 },
  })
}

/** PostgreSQL text cannot contain U+0000. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

function parseInput(operation: Operation, request: FastifyRequest): InputOf<Operation> {
  const isMultipart = request.isMultipart()
  if (operation.multipart !== 'either' && isMultipart !== (operation.multipart === true))
    throw new Refusal('BAD_REQUEST')
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

function checkIdentity(
  fields: IdentityFields,
  input: InputOf<Operation>,
  own: Readonly<Record<Identity, number>>,
): void {
  for (const place of ['params', 'query', 'body'] as const) {
    if (place === 'body' && input.body === undefined) continue
    for (const [name, identity] of Object.entries(fields?.[place] ?? {})) {
      const given = (input[place] as Readonly<Record<string, unknown>> | undefined)?.[name]
      if (given !== own[identity]) throw new Refusal('NOT_FOUND')
    }
  }
}

function jsonOf(
  kind: Extract<AnswerShape, { kind: 'json' }>,
  path: string,
  { payload, nextCursor, headers: _, ...beside }: Reply<unknown>,
) {
  const parsed = kind.payload.parse(payload)
  const envelope = {
    ...(answersWithData(path) ? { data: parsed } : { status: 'OK', payload: parsed }),
    ...kind.beside?.parse(beside),
  }
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
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(body)
  }
  if (kind.kind === 'headers')
    return reply
      .code(kind.status)
      .headers(kind.headers.parse(result) as Record<string, string>)
      .send()
  if (kind.kind === 'redirect') {
    const { location, cookies = [] } = result as Redirect
    return reply
      .code(303)
      .headers({ location, ...(cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}) })
      .send()
  }
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
