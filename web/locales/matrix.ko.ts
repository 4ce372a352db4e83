import matrix from './ko/matrix.json' with { type: 'json' }

export const texts = { matrix }
