import compose from './en/compose.json' with { type: 'json' }

export const texts = { compose }
