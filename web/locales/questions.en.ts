import questions from './en/questions.json' with { type: 'json' }

export const texts = { questions }
