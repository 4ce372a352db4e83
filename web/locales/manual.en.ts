import manual from './en/manual.json' with { type: 'json' }

export const texts = { manual }
