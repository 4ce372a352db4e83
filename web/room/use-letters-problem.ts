import { errorText } from '../../contract/core/errors.ts'
import { describedLetters } from '../../contract/core/letters.ts'
import { useTranslation } from '../lib/i18n.ts'

export function useLettersProblem(): (text: string) => string {
  const { language } = useTranslation()
  return (text) => {
    const list = describedLetters(text)
    return list === undefined ? '' : errorText('SIGN_LETTERS', language, { list })
  }
}
