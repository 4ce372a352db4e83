import type { z } from 'zod'
import type { Permission } from './permissions.ts'

type ObjectSchema = z.ZodObject

/** The media type of a body of bytes: that of the tus protocol. */
export const BYTES_BODY = 'application/offset+octet-stream'

/** Whose value an identity field must carry: it is compared with the session and never believed. */
export type Identity = 'room' | 'member' | 'user'

/** What a call answers with. */
export type Answer =
  | {
      readonly kind: 'json'
      readonly payload: z.ZodType
      /** The list is paged: `nextCursor` stands beside the payload. */
      readonly paged?: boolean
      /** Further fields beside the payload. */
      readonly beside?: ObjectSchema
    }
  | { readonly kind: 'bytes'; readonly types: readonly string[] }
  | { readonly kind: 'lines'; readonly line: z.ZodType }
  /** No body: all that it says stands in these headers. */
  | { readonly kind: 'headers'; readonly status: 200 | 201 | 204; readonly headers: ObjectSchema }

interface Common {
  /** Unique and stable: the key of handlers, client calls, matrix rows. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** Under the base path, parameters as `:name`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  /** JSON body. Left out: the call accepts none or `{}`. */
  readonly body?: ObjectSchema | z.ZodArray<ObjectSchema>
  /** Bytes that the JSON body may have; LIMITS.jsonBodyBytes unless told. */
  readonly bodyBytes?: number
  /**
   * The body is multipart, whose fields the handler checks, since they may follow the files. `either`: JSON as well, and then `body` is
   * undefined for the handler where the request is multipart.
   */
  readonly multipart?: true | 'either'
  /** The body is bytes, of the type BYTES_BODY, which the handler reads as they come in. */
  readonly bytes?: boolean
  /** Headers that the call is made with, their names in lower case; others are not looked at. */
  readonly headers?: ObjectSchema
  /** Headers of every answer, refusals too. */
  readonly always?: Readonly<Record<string, string>>
  readonly answer: Answer
  /** `document`: bytes or text of documents leave by it, or it makes something that they leave by; whatever does passes the gate. */
  readonly delivers: 'none' | 'document'
}

/** A call for which no session is needed. */
interface PublicCall extends Common {
  readonly credential: 'none'
}

/** A call of a session, with what it asks of it. */
interface SessionCall extends Common {
  readonly credential: 'session'
  readonly permission: Permission
  /** May also be called by an operator who views the room as another person: it only reads. All other calls are refused then. */
  readonly viewAs?: true
  /** Fields that repeat the caller's identity, by place; a foreign value is answered with 404. */
  readonly identity?: {
    readonly params?: Readonly<Record<string, Identity>>
    readonly query?: Readonly<Record<string, Identity>>
    readonly body?: Readonly<Record<string, Identity>>
  }
}

/** A call of somebody who was invited to sign one document, by the token of the invitation: `Authorization: Signer TOKEN`. */
interface SignerCall extends Common {
  readonly credential: 'signer'
}

/** One call of the wire. Without a credential and, for a session, a permission it does not compile. */
export type Operation = PublicCall | SessionCall | SignerCall

/** Calls below this path answer `{data}`, and `{error: {code, message}}` where they are refused; all others by `status` and `payload`. */
const ESIGN_PATH = '/esign/'

/** @param path of an operation, under the base path. */
export const answersWithData = (path: string): boolean => path.startsWith(ESIGN_PATH)

/** Declares a call; keeps its literal types for handlers and client. */
export function operation<const O extends Operation>(definition: O): O {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined
type Field<O, K extends string> = O extends { readonly [P in K]: infer S } ? S : undefined

/** What the handler of an operation receives. */
export interface InputOf<O extends Operation> {
  readonly params: Parsed<Field<O, 'params'>>
  readonly query: Parsed<Field<O, 'query'>>
  readonly body: Parsed<Field<O, 'body'>>
  readonly headers: Parsed<Field<O, 'headers'>>
}

/** What a client passes to an operation. */
export interface RequestOf<O extends Operation> {
  readonly params: Sent<Field<O, 'params'>>
  readonly query: Sent<Field<O, 'query'>>
  readonly body: Sent<Field<O, 'body'>>
}

/** The headers with which an operation answers instead of a body. */
export type HeadersIn<O extends Operation> = O['answer'] extends { readonly kind: 'headers'; readonly headers: infer S } ? Sent<S> : never

/** The payload of a JSON operation as the server gives it (before the schema strips what it does not name). */
export type PayloadIn<O extends Operation> = O['answer'] extends { readonly kind: 'json'; readonly payload: infer S } ? Sent<S> : never

/** The payload of a JSON operation as the client receives it. */
export type PayloadOut<O extends Operation> = O['answer'] extends { readonly kind: 'json'; readonly payload: infer S } ? Parsed<S> : never

type BesideSchema<O extends Operation> = O['answer'] extends { readonly beside: infer S } ? S : unknown

/** The fields beside the payload of a JSON operation as the server gives them. */
export type BesideIn<O extends Operation> = BesideSchema<O> extends z.ZodType ? Sent<BesideSchema<O>> : unknown

/** The fields beside the payload of a JSON operation as the client receives them. */
export type BesideOut<O extends Operation> = BesideSchema<O> extends z.ZodType ? Parsed<BesideSchema<O>> : unknown
