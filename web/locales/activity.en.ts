import activity from './en/activity.json' with { type: 'json' }

/** What lists of activity say. */
export const texts = { activity }
