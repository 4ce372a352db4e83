import step from './ko/step.json' with { type: 'json' }

/** What the second step says. */
export const texts = { step }
