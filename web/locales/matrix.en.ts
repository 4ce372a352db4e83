import matrix from './en/matrix.json' with { type: 'json' }

export const texts = { matrix }
