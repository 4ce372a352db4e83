import { parseOperatorCode } from '../../contract/core/operator-code.ts'
import type { HyphenGrouping } from '../lib/input/grouped-input.ts'

export const OPERATOR_CODE_GROUPING: HyphenGrouping = {
  groups: [2, 5, 2],
  strip: /[^0-9A-Za-z]/g,
  upperCase: true,
}

const CODE_LENGTH = 'XX-XXXXX-XX'.length

/** `mismatch` means that no code contains such characters, so no server attempt is spent. */
export function problemOfCode(code: string): 'required' | 'incomplete' | 'mismatch' | undefined {
  if (code === '') return 'required'
  if (code.length < CODE_LENGTH) return 'incomplete'
  return parseOperatorCode(code) === undefined ? 'mismatch' : undefined
}
