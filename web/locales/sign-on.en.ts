import signOn from './en/signOn.json' with { type: 'json' }

export const texts = { signOn }
