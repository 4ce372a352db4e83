import type { Language } from '../../core/errors.ts'
import { formatSize } from '../../core/format-size.ts'
import type { ViewedAs } from '../../proof/log-entry.ts'
import { ACTIVITY, type ActivityKind } from '../activity.ts'
import { COMPOSE_SENTENCES } from './compose-sentences.ts'
import { count } from './counted.ts'
import { DISCLOSURE_SENTENCES } from './disclosure-sentences.ts'
import { DOCUMENT_SENTENCES } from './document-sentences.ts'
import { ENTRY_SENTENCES } from './entry-sentences.ts'
import { MEMBER_SENTENCES } from './member-sentences.ts'
import { RIGHTS_SENTENCES } from './rights-sentences.ts'
import { ROOM_SENTENCES } from './room-sentences.ts'
import { type Sentence, type Sentences, words } from './sentence.ts'
import { THREAD_SENTENCES } from './thread-sentences.ts'
import { viewWords } from './view-words.ts'

/**
 * The number increases when a sentence changes; exports state it, except for version 1. Since version 4, sentences state the earlier
 * rights. Sentences are unsigned, so older exports still verify.
 */
export const SENTENCES_VERSION = 4

const archiveOfScope = words({
  room: ['룸 보관본', 'an archive of the room'],
  own: ['본인 보관본', 'an archive of their own'],
})
const archiveOf = ({
  scope,
  group,
}: {
  readonly scope: 'room' | 'own'
  readonly group?: string | undefined
}) =>
  group === undefined
    ? archiveOfScope(scope)
    : [`'${group}' 그룹 보관본`, `an archive of what the group '${group}' sees`]

export const EXPORT_FORMAT_NAMES = { html: 'HTML', csv: 'CSV', json: 'JSON' } as const

export const people = ({ length }: readonly unknown[]): string =>
  `${length} ${length === 1 ? 'person' : 'people'}`

const SENTENCES: Sentences<ActivityKind> = {
  ...ROOM_SENTENCES,
  ...ENTRY_SENTENCES,
  ...MEMBER_SENTENCES,
  ...RIGHTS_SENTENCES,
  ...THREAD_SENTENCES,
  ...DISCLOSURE_SENTENCES,
  ...DOCUMENT_SENTENCES,
  ...COMPOSE_SENTENCES,
  'activity.exported': ({ format, own, print }) => [
    print
      ? '활동 내역 목록 인쇄'
      : `활동 내역 내보내기 (${EXPORT_FORMAT_NAMES[format]}${own ? ', 본인 것만' : ''})`,
    print
      ? 'Printed the activity log'
      : `Exported the activity log (${EXPORT_FORMAT_NAMES[format]}${own ? ', own entries only' : ''})`,
  ],
  'archive.ordered': (archive) => [
    `${archiveOf(archive)[0]} 만들기${archive.sealed ? ' (암호화)' : ''}`,
    `Ordered ${archiveOf(archive)[1]}${archive.sealed ? ' (encrypted)' : ''}`,
  ],
  'archive.fetched': (archive) => [
    `${archiveOf(archive)[0]} 다운로드 (${formatSize(archive.size)})`,
    `Downloaded ${archiveOf(archive)[1]} (${formatSize(archive.size)})`,
  ],
  'archive.removed': (archive) => [
    `${archiveOf(archive)[0]} 삭제`,
    `Deleted ${archiveOf(archive)[1]}`,
  ],
  'archive.written': ({ files, size }) => [
    `서버에서 룸 보관본 저장 (${files}개 파일, ${formatSize(size)})`,
    `Saved an archive of the room on the server (${count(files, 'file')}, ${formatSize(size)})`,
  ],
  'message.sent': ({ to, memberIds }) => [
    to === 'operators'
      ? '운영자에게 메시지 보내기'
      : `사용자 ${memberIds.length}명에게 메시지 보내기`,
    to === 'operators' ? 'Messaged the operators' : `Messaged ${people(memberIds)}`,
  ],
  'message.sent-again': ({ to, memberIds }) => [
    to === 'operators'
      ? '운영자에게 메시지 다시 보내기'
      : `사용자 ${memberIds.length}명에게 메시지 다시 보내기`,
    to === 'operators'
      ? 'Resent a message to the operators'
      : `Resent a message to ${people(memberIds)}`,
  ],
  'message.file-fetched': ({ name, size }) => [
    `메시지 첨부 파일 다운로드: ${name} (${formatSize(size)})`,
    `Downloaded ${name}, attached to a message (${formatSize(size)})`,
  ],
  'message.files-removed': ({ count: number, size }) => [
    `보관 기간이 지난 메시지 첨부 파일 ${number}개 삭제 (${formatSize(size)})`,
    `Deleted ${count(number, 'expired message attachment')} (${formatSize(size)})`,
  ],
}

const UNREADABLE = { ko: '읽을 수 없는 기록', en: 'An entry that cannot be read' } as const

export function sentenceOf(
  kind: string,
  details: unknown,
  language: Language,
  viewAs?: ViewedAs,
): string {
  const known = Object.hasOwn(ACTIVITY, kind) ? (kind as ActivityKind) : undefined
  const parsed = known && ACTIVITY[known].safeParse(details)
  if (!known || !parsed?.success) return UNREADABLE[language]
  const [korean, english] = (SENTENCES[known] as Sentence<ActivityKind>)(
    withNumber(parsed.data) as never,
  )
  const sentence = language === 'ko' ? korean : english
  return viewAs ? `${sentence} · ${viewWords(viewAs, language)}` : sentence
}

const withNumber = (details: object): object =>
  'index' in details && typeof details.index === 'string' && 'name' in details
    ? { ...details, name: `${details.index} ${String(details.name)}` }
    : details
