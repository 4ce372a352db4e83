import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/core/errors.ts'
import { addressOf } from '../../platform/http/address-of.ts'
import { ok } from '../../platform/http/envelope.ts'
import { deviceCookies, readDevice } from './entry/device-cookie.ts'
import type { Visitor } from './entry/visitor.ts'
import { bearerOf } from './guard/session-guard.ts'
import type { Entered } from './open-session.ts'
import type { SessionParts } from './session.parts.ts'

export const visitorOf = ({
  request,
  language,
}: {
  readonly request: FastifyRequest
  readonly language: Language
}): Visitor => ({
  address: addressOf(request),
  device: readDevice(request.headers.cookie),
  bearer: bearerOf(request),
  userAgent: request.headers['user-agent'] ?? '',
  language,
})

export const presentEntered = (
  { publicUrl }: Pick<SessionParts, 'publicUrl'>,
  { session, device, step }: Entered,
  cookies = deviceCookies,
) => ({
  ...ok(session),
  ...(step ? { step } : {}),
  ...(device === undefined ? {} : { headers: { 'set-cookie': cookies(device, publicUrl) } }),
})
