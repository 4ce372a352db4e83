import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/core/errors.ts'

/** Prefers Korean unless Accept-Language prefers English (RFC 9110, section 12.5.4). */
export function languageOf(request: FastifyRequest): Language {
  const weights = { ko: 0, en: 0 }
  for (const part of (request.headers['accept-language'] ?? '').split(',').slice(0, 20)) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = Number(
      parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    const primary = range.split('-')[0]
    if ((primary === 'ko' || primary === 'en') && quality > weights[primary])
      weights[primary] = quality
  }
  return weights.en > weights.ko ? 'en' : 'ko'
}
