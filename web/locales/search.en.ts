import search from './en/search.json' with { type: 'json' }

/** What the search says. */
export const texts = { search }
