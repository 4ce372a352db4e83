import activityEn from './en/activity.json' with { type: 'json' }
import kindsEn from './en/kinds.json' with { type: 'json' }
import activity from './ko/activity.json' with { type: 'json' }
import kinds from './ko/kinds.json' with { type: 'json' }

/** What lists of activity say: loaded with the first of them. */
export const ACTIVITY_TEXTS = { ko: { activity, kinds }, en: { activity: activityEn, kinds: kindsEn } }
