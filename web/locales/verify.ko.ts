import verify from './ko/verify.json' with { type: 'json' }

export const texts = { verify }
