import { parseOperatorCode } from '../../contract/core/operator-code.ts'
import type { Grouping } from './grouped-input.ts'

/** How an operator code is typed. */
export const CODE_GROUPING: Grouping = { groups: [2, 5, 2], strip: /[^0-9A-Za-z]/g, upperCase: true }

const CODE_LENGTH = 'XX-XXXXX-XX'.length

/** What is wrong with a code that was typed; no code has such characters where it is a `mismatch`, so that the server need not count it as a try. */
export function problemOfCode(code: string): 'required' | 'incomplete' | 'mismatch' | undefined {
  if (code === '') return 'required'
  if (code.length < CODE_LENGTH) return 'incomplete'
  return parseOperatorCode(code) === undefined ? 'mismatch' : undefined
}
