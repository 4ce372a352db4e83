import stepEn from './en/step.json' with { type: 'json' }
import step from './ko/step.json' with { type: 'json' }

/** What the second step says: few ever see it, so that it is loaded with it. */
export const STEP_TEXTS = { ko: { step }, en: { step: stepEn } }
