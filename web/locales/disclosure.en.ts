import disclosure from './en/disclosure.json' with { type: 'json' }

export const texts = { disclosure }
