import news from './ko/news.json' with { type: 'json' }
import selection from './ko/selection.json' with { type: 'json' }

export const texts = { news, selection }
