import type { z } from 'zod'
import type { ApiKeyScope } from './api-key-scopes.ts'
import type { Permission } from './permissions.ts'

type ObjectSchema = z.ZodObject

/** The tus protocol defines this type. */
export const BYTES_BODY = 'application/offset+octet-stream'

/** The server compares these values with the session. */
export type Identity = 'room' | 'member' | 'user'

export type AnswerShape =
  | {
      readonly kind: 'json'
      readonly payload: z.ZodType
      readonly paged?: boolean
      readonly beside?: ObjectSchema
    }
  | { readonly kind: 'bytes'; readonly types: readonly string[] }
  | { readonly kind: 'lines'; readonly line: z.ZodType }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'headers'; readonly status: 200 | 201 | 204; readonly headers: ObjectSchema }

interface Common {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  /** Without a schema, no body or `{}` is accepted. */
  readonly body?: ObjectSchema | z.ZodArray<ObjectSchema>
  readonly bodyBytes?: number
  /** The handler checks the fields. `either` also accepts JSON. */
  readonly multipart?: true | 'either'
  readonly bytes?: boolean
  readonly headers?: ObjectSchema
  /** Errors carry these headers too. */
  readonly always?: Readonly<Record<string, string>>
  readonly answer: AnswerShape
  /** `document` operations deliver or create document content and must pass `authorize`. */
  readonly delivers: 'none' | 'document'
}

interface PublicCall extends Common {
  readonly credential: 'none'
}

interface SessionCall extends Common {
  readonly credential: 'session'
  readonly permission: Permission
  /** Operators may call it while viewing as another person, so it must only read. */
  readonly viewAs?: true
  /** Another session's value is answered with 404. */
  readonly identity?: {
    readonly params?: Readonly<Record<string, Identity>>
    readonly query?: Readonly<Record<string, Identity>>
    readonly body?: Readonly<Record<string, Identity>>
  }
}

interface SignerCall extends Common {
  readonly credential: 'signer'
}

/** The program sends `Authorization: Bearer KEY`. */
interface ApiKeyCall extends Common {
  readonly credential: 'apiKey'
  readonly scope: ApiKeyScope
}

/** The client sends `Authorization: Administrator TOKEN`. */
interface AdministratorCall extends Common {
  readonly credential: 'administrator'
}

export type Operation = PublicCall | SessionCall | SignerCall | ApiKeyCall | AdministratorCall

/** Operations under this path answer with `{data}` or `{error: {code, message}}`. */
const ESIGN_PATH = '/esign/'

export const answersWithData = (path: string): boolean => path.startsWith(ESIGN_PATH)

export function operation<const O extends Operation>(definition: O): O {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined
type OperationField<O, K extends string> = O extends { readonly [P in K]: infer S } ? S : undefined

export interface InputOf<O extends Operation> {
  readonly params: Parsed<OperationField<O, 'params'>>
  readonly query: Parsed<OperationField<O, 'query'>>
  readonly body: Parsed<OperationField<O, 'body'>>
  readonly headers: Parsed<OperationField<O, 'headers'>>
}

export interface RequestOf<O extends Operation> {
  readonly params: SchemaInput<OperationField<O, 'params'>>
  readonly query: SchemaInput<OperationField<O, 'query'>>
  readonly body: SchemaInput<OperationField<O, 'body'>>
}

export type HeadersIn<O extends Operation> = O['answer'] extends {
  readonly kind: 'headers'
  readonly headers: infer S
}
  ? SchemaInput<S>
  : never

/** The schema has not yet stripped unknown fields. */
export type PayloadIn<O extends Operation> = O['answer'] extends {
  readonly kind: 'json'
  readonly payload: infer S
}
  ? SchemaInput<S>
  : never

export type PayloadOut<O extends Operation> = O['answer'] extends {
  readonly kind: 'json'
  readonly payload: infer S
}
  ? Parsed<S>
  : never

type BesideSchema<O extends Operation> = O['answer'] extends { readonly beside: infer S }
  ? S
  : unknown

export type BesideIn<O extends Operation> =
  BesideSchema<O> extends z.ZodType ? SchemaInput<BesideSchema<O>> : unknown

export type BesideOut<O extends Operation> =
  BesideSchema<O> extends z.ZodType ? Parsed<BesideSchema<O>> : unknown
