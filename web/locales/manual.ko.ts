import manual from './ko/manual.json' with { type: 'json' }

export const texts = { manual }
