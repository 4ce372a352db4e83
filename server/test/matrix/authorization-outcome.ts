import { ERRORS, type ErrorCode } from '../../../contract/core/errors.ts'
import type { Operation } from '../../../contract/core/operation.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import type { AuthorizationRow } from './authorization-row.ts'

export type MatrixOutcome = ErrorCode | 'through'

const isCode = (code: string): code is ErrorCode => code in ERRORS

/** `through` includes expected refusals. */
export function outcomeOf(
  { http, json, text }: WireAnswer,
  operation: Operation,
  { refused = [] }: AuthorizationRow,
  expected: MatrixOutcome,
): string {
  const isGiven =
    http >= 200 &&
    http < 300 &&
    (json.status === 'OK' || (operation.answer.kind === 'headers' && text === ''))
  if (isGiven) return 'through'
  if (operation.method === 'HEAD')
    return expected !== 'through' && http === ERRORS[expected].http ? expected : String(http)
  const { code = '' } = json
  if (json.status !== 'EXCEPTION' || !isCode(code) || http !== ERRORS[code].http || http >= 500)
    return `${http} ${text.slice(0, 200)}`
  return refused.includes(code) ? 'through' : code
}
