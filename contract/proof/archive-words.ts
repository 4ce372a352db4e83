import type { Language } from '../core/language.ts'
import { formatRoomTime } from '../core/room-time.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { type ArchiveFault, type ArchiveVerdict, isWholeArchive } from './verify-archive.ts'

type ArchiveProofWords = Readonly<Record<Language, string>>

const FAULTS: Readonly<Record<ArchiveFault, ArchiveProofWords>> = {
  NO_MANIFEST: {
    ko: '파일 목록(manifest.json)이 없거나 읽을 수 없습니다.',
    en: 'The file list (manifest.json) is missing or cannot be read.',
  },
  NO_SIGNATURE: {
    ko: '파일 목록의 서명(manifest.note)이 없거나 보관본의 서명이 아닙니다.',
    en: 'The signature of the file list (manifest.note) is missing or is not that of an archive.',
  },
  BAD_SIGNATURE: {
    ko: '서명이 파일 목록에 적힌 키로 만든 것이 아닙니다.',
    en: 'The signature was not made with the key stated in the file list.',
  },
  OTHER_KEY: {
    ko: '알고 계신 키와 다른 키로 서명되었습니다.',
    en: 'It was signed with a key other than the one you know.',
  },
  OTHER_MANIFEST: {
    ko: '서명된 뒤 파일 목록이 바뀌었습니다.',
    en: 'The file list was changed after it was signed.',
  },
}

const TITLES: Readonly<Record<'whole' | 'changed' | 'fault', ArchiveProofWords>> = {
  whole: { ko: '보관본의 모든 파일이 그대로입니다', en: 'Every file in the archive is unchanged' },
  changed: { ko: '보관본이 바뀌었습니다', en: 'The archive was changed' },
  fault: { ko: '증명할 수 없는 보관본입니다', en: 'This archive cannot be verified' },
}

const RECORD_TITLES: typeof TITLES = {
  whole: { ko: '공개 기록이 그대로입니다', en: 'The disclosure record is unchanged' },
  changed: { ko: '공개 기록이 바뀌었습니다', en: 'The disclosure record was changed' },
  fault: { ko: '증명할 수 없는 공개 기록입니다', en: 'This disclosure record cannot be verified' },
}

export function titleOf(verdict: ArchiveVerdict, language: Language): string {
  const titles = verdict.manifest?.scope === 'disclosure' ? RECORD_TITLES : TITLES
  return titles[verdict.fault ? 'fault' : isWholeArchive(verdict) ? 'whole' : 'changed'][language]
}

const NAMED = 20

interface Telling {
  readonly language: Language
  /** The zone is an IANA name. */
  readonly zone: string
}

export function describeArchive(
  verdict: ArchiveVerdict,
  telling: Telling,
): { readonly title: string; readonly lines: readonly string[] } {
  const { fault, checked, changed, missing, extra } = verdict
  const { language } = telling
  const isKorean = language === 'ko'
  const facts = factsOf(verdict, telling)
  const title = titleOf(verdict, language)
  if (fault) return { title, lines: [FAULTS[fault][language], ...facts] }
  if (isWholeArchive(verdict)) {
    const text = isKorean
      ? `파일 ${checked}개가 빠짐없이 있고, 만든 뒤 바뀐 것이 없습니다.`
      : `All ${checked} files are present and unchanged since they were signed.`
    return { title, lines: [text, ...facts] }
  }
  const text = isKorean
    ? `서명된 목록과 다른 파일이 있습니다. 나머지 ${checked}개는 그대로입니다.`
    : `Some files differ from the signed list. The other ${checked} are unchanged.`
  const lists = [
    ...listOf(
      isKorean ? '바뀌었거나 읽을 수 없는 파일' : 'Changed or unreadable files',
      changed,
      isKorean,
    ),
    ...listOf(isKorean ? '없는 파일' : 'Missing files', missing, isKorean),
    ...listOf(isKorean ? '목록에 없는 파일' : 'Files not in the list', extra, isKorean),
  ]
  return { title, lines: [text, ...lists, ...facts] }
}

function listOf(title: string, paths: readonly string[], isKorean: boolean): string[] {
  if (paths.length === 0) return []
  const rest = paths.length - NAMED
  const more = rest > 0 ? [isKorean ? `  그 밖에 ${rest}개` : `  and ${rest} more`] : []
  return [
    `${title} (${paths.length}):`,
    ...paths.slice(0, NAMED).map((path) => `  ${path}`),
    ...more,
  ]
}

export function scopeOf(
  { scope, person, group = '', at }: ArchiveManifest,
  { language, zone }: Telling,
): string {
  const isKorean = language === 'ko'
  if (person) return `${person.name} (${person.email})`
  if (scope === 'disclosure') {
    const when = at === undefined ? '' : formatRoomTime(new Date(at), language, zone)
    return isKorean
      ? `공개 기록, ${group} 그룹, ${when} 기준`
      : `disclosure record of the group ${group} as of ${when}`
  }
  if (group !== '') return isKorean ? `${group} 그룹의 문서` : `the documents of the group ${group}`
  return isKorean ? '데이터룸 전체' : 'the whole data room'
}

function factsOf({ manifest, signed }: ArchiveVerdict, telling: Telling): string[] {
  if (!manifest) return []
  const { language, zone } = telling
  const isKorean = language === 'ko'
  const { roomName, roomNo } = manifest
  return [
    `${isKorean ? '데이터룸' : 'Data room'}: ${roomName} (${roomNo})`,
    `${isKorean ? '대상' : 'Scope'}: ${scopeOf(manifest, telling)}`,
    ...(signed
      ? [
          `${isKorean ? '서명 일시' : 'Signed at'}: ${formatRoomTime(new Date(signed.at), language, zone)}`,
        ]
      : []),
  ]
}
