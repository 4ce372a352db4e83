import { describedLetters } from '../../../../contract/core/letters.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

/** @throws Refusal SIGN_LETTERS for letters that the typeface lacks */
export function refuseLetters(text: string): void {
  const list = describedLetters(text)
  if (list !== undefined) throw new Refusal('SIGN_LETTERS', { variables: { list } })
}
