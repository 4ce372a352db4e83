import activity from './en/activity.json' with { type: 'json' }
import kinds from './en/kinds.json' with { type: 'json' }

/** What lists of activity say. */
export const texts = { activity, kinds }
