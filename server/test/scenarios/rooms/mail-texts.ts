const STANDARD = { ko: '', en: '' }

/** Without own introductions. */
export const STANDARD_MAILS = { invitation: STANDARD, documents: STANDARD, questions: STANDARD, closing: STANDARD }
