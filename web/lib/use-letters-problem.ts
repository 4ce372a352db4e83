import { errorText } from '../../contract/core/errors.ts'
import { toldLetters } from '../../contract/core/letters.ts'
import { useTranslation } from './i18n.ts'

/** Says of a text which of its letters cannot be written on a document, as the server would refuse it; empty where all can. */
export function useLettersProblem(): (text: string) => string {
  const { language } = useTranslation()
  return (text) => {
    const list = toldLetters(text)
    return list === undefined ? '' : errorText('SIGN_LETTERS', language, { list })
  }
}
