import news from './en/news.json' with { type: 'json' }
import selection from './en/selection.json' with { type: 'json' }

export const texts = { news, selection }
