import disclosure from './ko/disclosure.json' with { type: 'json' }

export const texts = { disclosure }
