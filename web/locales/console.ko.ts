import console from './ko/console.json' with { type: 'json' }

export const texts = { console }
