import verifyEn from './en/verify.json' with { type: 'json' }
import verify from './ko/verify.json' with { type: 'json' }

/** What the page says that checks exports. */
export const VERIFY_TEXTS = { ko: { verify }, en: { verify: verifyEn } }
