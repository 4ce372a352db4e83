/** ETSI EN 319 142-1 defines these levels. */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT'] as const
export type SealLevel = (typeof SEAL_LEVELS)[number]

export const SEAL_BLOCKERS = ['NO_AUTHORITY', 'CHAIN', 'UNNAMED', 'UNANSWERED', 'UNUSABLE'] as const
export type SealBlocker = (typeof SEAL_BLOCKERS)[number]

const REASON_WORDS: Readonly<Record<SealBlocker, readonly [ko: string, en: string]>> = {
  NO_AUTHORITY: ['시점확인 기관 없음', 'no time-stamp authority'],
  CHAIN: ['상위 인증서 없음', 'a certificate above is missing'],
  UNNAMED: ['인증서에 폐기 확인 주소 없음', 'a certificate does not say where it can be checked'],
  UNANSWERED: [
    '폐기 확인 서버가 응답하지 않음',
    'nobody answered whether a certificate was revoked',
  ],
  UNUSABLE: ['폐기 확인 응답을 쓸 수 없음', 'what was answered about a certificate proves nothing'],
}

export const sealLevelWords = (
  level: SealLevel,
  blocker: SealBlocker | null,
): readonly [ko: string, en: string] => {
  const name = `PAdES ${level}`
  const [ko, en] = blocker === null ? [] : REASON_WORDS[blocker]
  return ko === undefined || en === undefined ? [name, name] : [`${name}: ${ko}`, `${name}: ${en}`]
}
