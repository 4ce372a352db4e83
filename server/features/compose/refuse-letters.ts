import { toldLetters } from '../../../contract/core/letters.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** @throws Refusal SIGN_LETTERS where a text has letters that would be sealed as empty boxes. */
export function refuseLetters(text: string): void {
  const list = toldLetters(text)
  if (list !== undefined) throw new Refusal('SIGN_LETTERS', { variables: { list } })
}
