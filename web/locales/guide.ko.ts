import guide from './ko/guide.json' with { type: 'json' }

export const texts = { guide }
