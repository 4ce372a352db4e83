const STANDARD = { ko: '', en: '' }

/** These mails have no introductions of the room's own. */
export const STANDARD_MAILS = { invitation: STANDARD, documents: STANDARD, questions: STANDARD, closing: STANDARD }
