import activity from './ko/activity.json' with { type: 'json' }

/** What lists of activity say. */
export const texts = { activity }
