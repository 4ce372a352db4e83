import search from './ko/search.json' with { type: 'json' }

export const texts = { search }
