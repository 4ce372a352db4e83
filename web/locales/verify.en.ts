import verify from './en/verify.json' with { type: 'json' }

export const texts = { verify }
