import searchEn from './en/search.json' with { type: 'json' }
import search from './ko/search.json' with { type: 'json' }

/** What is said in searches of a room: loaded with them. */
export const SEARCH_TEXTS = { ko: { search }, en: { search: searchEn } }
