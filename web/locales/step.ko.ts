import step from './ko/step.json' with { type: 'json' }

export const texts = { step }
