import compose from './en/compose.json' with { type: 'json' }

/** What is said in the composing tool. */
export const texts = { compose }
