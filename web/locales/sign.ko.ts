import sign from './ko/sign.json' with { type: 'json' }

export const texts = { sign }
