import manual from './ko/manual.json' with { type: 'json' }

/** What the manual says. */
export const texts = { manual }
