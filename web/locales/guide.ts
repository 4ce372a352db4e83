import guideEn from './en/guide.json' with { type: 'json' }
import guide from './ko/guide.json' with { type: 'json' }

/** What guides and the first steps say: loaded with them. */
export const GUIDE_TEXTS = { ko: { guide }, en: { guide: guideEn } }
