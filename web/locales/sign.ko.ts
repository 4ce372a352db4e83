import sign from './ko/sign.json' with { type: 'json' }

/** What the page says on which documents are signed. */
export const texts = { sign }
