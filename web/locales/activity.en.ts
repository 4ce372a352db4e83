import activity from './en/activity.json' with { type: 'json' }

export const texts = { activity }
