import type { FastifyReply } from 'fastify'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { ERRORS } from '../../../contract/core/errors.ts'
import { formatSize } from '../../../contract/core/format-size.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { answersWithData } from '../../../contract/core/operation.ts'
import { languageOf } from './language.ts'
import { Refusal } from './refusal.ts'

export type Reply<P, Beside = unknown> = {
  readonly payload: P
  readonly nextCursor?: string | undefined
  readonly headers?: Readonly<Record<string, string | string[]>>
} & Beside

export const ok = <P>(payload: P): Reply<P> => ({ payload })

export const DONE: Reply<null> = { payload: null }

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const text = refusal.textIn(languageOf(reply.request))
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply
    .code(ERRORS[refusal.code].http)
    .type('application/json; charset=utf-8')
    .send(
      isOfSigning(reply.request.url)
        ? { error: { code: refusal.code, message: text, ...refusal.extra } }
        : { status: 'EXCEPTION', payload: text, code: refusal.code, ...refusal.extra },
    )
}

const isOfSigning = (url: string): boolean =>
  url.startsWith(BASE_PATH) && answersWithData(url.slice(BASE_PATH.length))

export function refusalOfFramework(
  error: { statusCode?: number | undefined; code?: string | undefined },
  bodyBytes: number = LIMITS.jsonBodyBytes,
): Refusal | undefined {
  if (error.statusCode === 413)
    return new Refusal('BODY_TOO_LARGE', { variables: { limit: formatSize(bodyBytes) } })
  if (error.statusCode === 415) return new Refusal('MEDIA_TYPE')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('BAD_REQUEST')
  return undefined
}
