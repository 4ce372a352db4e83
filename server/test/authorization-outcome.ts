import { ERRORS, type ErrorCode } from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { Row } from './authorization-row.ts'
import type { Answer } from './wire-client.ts'

/** What somebody must be answered: the code of a refusal, or that they get through. */
export type Outcome = ErrorCode | 'through'

const isCode = (code: string): code is ErrorCode => code in ERRORS

/**
 * What an answer says. Through is only what succeeds, or what is refused for a reason that the row names for its request; all that is
 * no refusal of the contract comes back in full.
 */
export function outcomeOf({ http, json, text }: Answer, operation: Operation, { refused = [] }: Row, expected: Outcome): string {
  const isGiven = http >= 200 && http < 300 && (json.status === 'OK' || (operation.answer.kind === 'headers' && text === ''))
  if (isGiven) return 'through'
  // An answer to HEAD has no body.
  if (operation.method === 'HEAD') return expected !== 'through' && http === ERRORS[expected].http ? expected : String(http)
  const { code = '' } = json
  if (json.status !== 'EXCEPTION' || !isCode(code) || http !== ERRORS[code].http || http >= 500) return `${http} ${text.slice(0, 200)}`
  return refused.includes(code) ? 'through' : code
}
