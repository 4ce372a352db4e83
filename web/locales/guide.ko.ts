import guide from './ko/guide.json' with { type: 'json' }

/** What guides and the first steps say. */
export const texts = { guide }
