import news from './ko/news.json' with { type: 'json' }

export const texts = { news }
