import step from './en/step.json' with { type: 'json' }

export const texts = { step }
