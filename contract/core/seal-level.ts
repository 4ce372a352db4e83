/** How long the signature of a sealed document can be checked (ETSI EN 319 142-1): by itself, with a time stamp, with all that proves it later. */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT'] as const
export type SealLevel = (typeof SEAL_LEVELS)[number]

/**
 * Why a seal is of no higher level.
 * - `NO_AUTHORITY`: no time-stamp authority is set
 * - `CHAIN`: a certificate above that of the seal, or of the authority, is missing
 * - `UNNAMED`: a certificate does not say where it can be checked
 * - `UNANSWERED`: where it can be checked, nobody answered
 * - `UNUSABLE`: what was answered proves nothing
 */
export const SEAL_LACKS = ['NO_AUTHORITY', 'CHAIN', 'UNNAMED', 'UNANSWERED', 'UNUSABLE'] as const
export type SealLack = (typeof SEAL_LACKS)[number]

const LACK_WORDS: Readonly<Record<SealLack, readonly [ko: string, en: string]>> = {
  NO_AUTHORITY: ['시점확인 기관 없음', 'no time-stamp authority'],
  CHAIN: ['상위 인증서 없음', 'a certificate above is missing'],
  UNNAMED: ['인증서에 폐기 확인 주소 없음', 'a certificate does not say where it can be checked'],
  UNANSWERED: ['폐기 확인 서버가 응답하지 않음', 'nobody answered whether a certificate was revoked'],
  UNUSABLE: ['폐기 확인 응답을 쓸 수 없음', 'what was answered about a certificate proves nothing'],
}

/** The level of a seal, and why it is no higher, as people read it: in Korean and in English. */
export const sealLevelWords = (level: SealLevel, lack: SealLack | null): readonly [ko: string, en: string] => {
  const name = `PAdES ${level}`
  const [ko, en] = lack === null ? [] : LACK_WORDS[lack]
  return ko === undefined || en === undefined ? [name, name] : [`${name}: ${ko}`, `${name}: ${en}`]
}
