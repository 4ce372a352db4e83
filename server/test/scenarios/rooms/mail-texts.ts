const STANDARD = { ko: '', en: '' }

export const STANDARD_MAILS = {
  invitation: STANDARD,
  documents: STANDARD,
  questions: STANDARD,
  closing: STANDARD,
}
