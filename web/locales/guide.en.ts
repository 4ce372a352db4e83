import guide from './en/guide.json' with { type: 'json' }

export const texts = { guide }
