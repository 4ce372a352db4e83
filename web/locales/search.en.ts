import search from './en/search.json' with { type: 'json' }

export const texts = { search }
