import sign from './en/sign.json' with { type: 'json' }

export const texts = { sign }
