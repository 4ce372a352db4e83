import console from './en/console.json' with { type: 'json' }

export const texts = { console }
