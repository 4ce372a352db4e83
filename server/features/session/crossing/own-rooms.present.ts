import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import { readCrossingDevice } from '../entry/device-cookie.ts'
import { visitorOf } from '../session.present.ts'
import type { VisitorWithProof } from './address-proof.ts'
import { readProof } from './proof-cookie.ts'

export const provenOf = (from: {
  readonly request: FastifyRequest
  readonly language: Language
}): VisitorWithProof => {
  const visitor = visitorOf(from)
  const { cookie } = from.request.headers
  return {
    ...visitor,
    device: visitor.device ?? readCrossingDevice(cookie),
    proof: readProof(cookie),
  }
}
