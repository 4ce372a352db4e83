import news from './en/news.json' with { type: 'json' }

export const texts = { news }
