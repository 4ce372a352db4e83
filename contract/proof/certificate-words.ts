import { formatSize } from '../core/format-size.ts'
import type { Language } from '../core/language.ts'
import { formatRoomTime } from '../core/room-time.ts'
import type { CertificateFault, CertificateVerdict, DestructionFacts } from './destruction.ts'

const FAULTS: Record<CertificateFault, Record<Language, string>> = {
  UNREADABLE: {
    ko: '파기 증명서로 읽을 수 없습니다.',
    en: 'This cannot be read as a certificate of destruction.',
  },
  BAD_SIGNATURE: {
    ko: '서명이 맞지 않습니다. 적힌 내용이 서명된 뒤에 바뀌었거나 다른 키로 서명되었습니다.',
    en: 'The signature is invalid. The content was changed after signing, or it was signed with another key.',
  },
  OTHER_KEY: {
    ko: '알고 있는 서명 키가 아닌 다른 키로 만든 증명서입니다.',
    en: 'It was not signed with the known key.',
  },
  BAD_LOG: {
    ko: '증명서에 있는 활동 내역의 확인점이 맞지 않습니다.',
    en: 'The activity log checkpoint in the certificate does not match its content.',
  },
}

/** @param zone is an IANA name */
export function describeCertificate(
  { fault, facts }: CertificateVerdict,
  { language, zone }: { readonly language: Language; readonly zone: string },
): { readonly title: string; readonly lines: readonly string[] } {
  const isKorean = language === 'ko'
  if (fault !== undefined || !facts)
    return { title: FAULTS[fault ?? 'UNREADABLE'][language], lines: [] }
  const title = isKorean
    ? '파기 증명서의 서명이 맞습니다.'
    : 'The signature of this certificate of destruction is valid.'
  return {
    title,
    lines: linesOf(facts, isKorean, (at) => formatRoomTime(new Date(at), language, zone)),
  }
}

function linesOf(
  { room, keyDestroyedAt, finishedAt, destroyed, remains }: DestructionFacts,
  isKorean: boolean,
  time: (at: string) => string,
): string[] {
  const line = (ko: string, en: string, value: string): string => `${isKorean ? ko : en}: ${value}`
  const { documents, versions } = destroyed
  return [
    line('데이터룸', 'Data room', `${room.name} (${room.roomNo})`),
    line('키 파기', 'Key destroyed', time(keyDestroyedAt)),
    line('파기 완료', 'Completed', time(finishedAt)),
    line('문서', 'Documents', `${documents.count} (${formatSize(documents.bytes)})`),
    line('모든 버전', 'All versions', `${versions.count} (${formatSize(versions.bytes)})`),
    line('활동 내역이 남는 때', 'Activity log remains until', time(remains.logUntil)),
    line(
      '데이터베이스 백업이 남는 때',
      'Database backups remain until',
      time(remains.databaseBackupsUntil),
    ),
    line(
      '키 저장소 백업이 없어져야 하는 때',
      'Earlier key store backups must be deleted by',
      time(remains.keyBackupsUntil),
    ),
    ...(remains.backups
      ? [line('기록된 백업', 'Recorded backups', describeBackups(remains.backups, isKorean))]
      : []),
  ]
}

export function describeBackups(
  backups: NonNullable<DestructionFacts['remains']['backups']>,
  isKorean: boolean,
): string {
  const withKeys = backups.filter(({ keys }) => keys).length
  if (backups.length === 0) return isKorean ? '없음' : 'none'
  return isKorean
    ? `${backups.length}개, 그중 키가 있는 것 ${withKeys}개`
    : `${backups.length}, of which ${withKeys} with keys`
}
