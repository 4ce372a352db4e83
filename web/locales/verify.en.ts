import verify from './en/verify.json' with { type: 'json' }

/** What the page says that checks exports. */
export const texts = { verify }
