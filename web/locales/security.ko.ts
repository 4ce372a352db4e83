import security from './ko/security.json' with { type: 'json' }

export const texts = { security }
