import signOn from './ko/signOn.json' with { type: 'json' }

export const texts = { signOn }
