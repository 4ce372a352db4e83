import security from './en/security.json' with { type: 'json' }

export const texts = { security }
