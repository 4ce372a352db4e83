import manualEn from './en/manual.json' with { type: 'json' }
import manual from './ko/manual.json' with { type: 'json' }

/** What the manual says: loaded when it is opened. */
export const MANUAL_TEXTS = { ko: { manual }, en: { manual: manualEn } }
