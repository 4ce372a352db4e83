import compose from './ko/compose.json' with { type: 'json' }

export const texts = { compose }
