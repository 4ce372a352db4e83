import questions from './ko/questions.json' with { type: 'json' }

export const texts = { questions }
