import activity from './ko/activity.json' with { type: 'json' }

export const texts = { activity }
