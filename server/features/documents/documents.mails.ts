import { greetingOf } from '../../platform/mail/greeting.ts'
import { layoutMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../platform/mail/mail-links.ts'
import type { ArrivedFiles } from './submissions/submissions.read.ts'

export interface NewDocument {
  readonly folders: readonly string[]
  readonly number?: string | undefined
  readonly name: string
  readonly replaced: boolean
}

export type NewsOccasion = 'upload' | 'publication' | 'daily' | 'weekly'

interface NewDocuments {
  readonly room: { readonly name: string; readonly roomNo: string }
  readonly to: { readonly name: string; readonly email: string }
  readonly count: number
  readonly hasMore: boolean
  readonly listed: readonly NewDocument[]
  /** Is empty if one folder holds all documents. */
  readonly folders: {
    readonly counted: readonly { readonly folders: readonly string[]; readonly count: number }[]
    readonly more: number
  }
  readonly listId: string
  readonly occasion: NewsOccasion
  readonly publicUrl: string
}

const FOLDERS_SHOWN = 3
const SUBMITTERS_SHOWN = 20

const INTRODUCTIONS: Record<
  NewsOccasion,
  (count: number, hasMore: boolean) => readonly [korean: string, english: string]
> = {
  upload: (count) => [
    `데이터룸에 새 문서가 ${count}개 등록되었습니다.`,
    `${count === 1 ? 'A new document has' : `${count} new documents have`} been added to your data room.`,
  ],
  publication: (count) => [
    `데이터룸에 새 문서가 ${count}개 공개되었습니다.`,
    `${count === 1 ? 'A new document has' : `${count} new documents have`} been published in your data room.`,
  ],
  daily: (count, hasMore) => [
    `마지막 방문 또는 알림 메일 이후 새로 열람하실 수 있게 된 문서와 새 버전이 ${count}개${hasMore ? ' 넘게' : ''} 있습니다.`,
    `${count === 1 ? 'A new document or version has' : `${hasMore ? 'More than ' : ''}${count} new documents and versions have`} become available to you since your last visit or notification.`,
  ],
  weekly: (count, hasMore) => INTRODUCTIONS.daily(count, hasMore),
}

const SUBJECTS: Record<NewsOccasion, readonly [korean: string, english: string]> = {
  upload: ['새 문서', 'New documents'],
  publication: ['새 문서', 'New documents'],
  daily: ['일일 알림: 새 문서', 'Daily notification: new documents'],
  weekly: ['주간 알림: 새 문서', 'Weekly notification: new documents'],
}

const MISTAKEN = {
  korean: '잘못 받으셨다면 삭제해 주세요.',
  english: 'If you received it in error, please delete it.',
}

const REASONS: Record<NewsOccasion, readonly [korean: string, english: string]> = {
  upload: [
    '운영자가 새 문서 알림을 켜 두어 보낸 메일입니다.',
    'You receive this e-mail because new-document notifications are on.',
  ],
  publication: [
    '운영자가 문서를 공개하며 보낸 메일입니다.',
    'You receive this e-mail because an operator has published documents.',
  ],
  daily: [
    '알림 메일을 하루 한 번 받도록 선택하셔서 보낸 메일입니다.',
    'You receive this e-mail because you chose daily notifications.',
  ],
  weekly: [
    '알림 메일을 한 주에 한 번 받도록 선택하셔서 보낸 메일입니다.',
    'You receive this e-mail because you chose weekly notifications.',
  ],
}

const pathOf = (folders: readonly string[]): readonly string[] =>
  folders.length > FOLDERS_SHOWN ? ['…', ...folders.slice(-FOLDERS_SHOWN)] : folders

/** The recipient's language is unknown. */
export function newDocumentsMail({
  room,
  to,
  count,
  hasMore,
  listed,
  folders,
  listId,
  occasion,
  publicUrl,
}: NewDocuments): Mail {
  const more = count - listed.length
  const [korean, english] = REASONS[occasion]
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      ...INTRODUCTIONS[occasion](count, hasMore),
      [...listed.map(lineOf), ...(more > 0 ? [`외 ${more}개 / and ${more} more`] : [])].join('\n'),
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
    ],
    sections:
      folders.counted.length === 0
        ? []
        : [{ title: '폴더별 문서 수 / Documents by folder', text: folderLines(folders) }],
    link: {
      label: '이 메일의 문서 보기 / View these documents',
      url: linkIntoRoom(publicUrl, room.roomNo, `/new?list=${listId}`),
    },
    footer: `${korean} ${MISTAKEN.korean}\n${english} ${MISTAKEN.english}`,
    footerLink: {
      label:
        '알림 메일을 받는 주기는 언제든지 바꾸실 수 있습니다. / You can change how often you receive notifications at any time.',
      url: linkIntoRoom(publicUrl, room.roomNo, '/#mail-pace'),
    },
  }
  const [koreanSubject, englishSubject] = SUBJECTS[occasion]
  const subject = `[${room.name}] ${koreanSubject} ${count}개${hasMore ? ' 이상' : ''} / ${englishSubject}: ${count}${hasMore ? '+' : ''}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}

function folderLines({ counted, more }: NewDocuments['folders']): string {
  const lines = counted.map(({ folders, count }) => {
    const path = folders.length === 0 ? '바탕화면 / Desktop' : pathOf(folders).join(' / ')
    return `· ${path.replace(/[\u2028\u2029]+/g, ' ')}: ${count}`
  })
  return [...lines, ...(more > 0 ? [`외 폴더 ${more}개 / and ${more} more folders`] : [])].join(
    '\n',
  )
}

function lineOf({ folders, number, name, replaced }: NewDocument): string {
  const shown = pathOf(folders)
  // Earlier releases' line breaks would inject lines.
  const path = [...shown, number === undefined ? name : `${number} ${name}`]
    .join(' / ')
    .replace(/[\u2028\u2029]+/g, ' ')
  return `· ${path}${replaced ? ' (새 버전 / new version)' : ''}`
}

interface Submissions extends Pick<NewDocuments, 'room' | 'to' | 'publicUrl'> {
  readonly arrived: readonly ArrivedFiles[]
}

/** Omits the names of documents. The recipient's language is unknown. */
export function submissionsMail({ room, to, arrived, publicUrl }: Submissions): Mail {
  const count = arrived.reduce((sum, { files }) => sum + files, 0)
  const lines = arrived.slice(0, SUBMITTERS_SHOWN).map(({ folder, group, by, files }) => {
    const who = group === null ? by : `${by} (${group})`
    return `· ${[who, ...(folder === null ? [] : [folder])].join(' / ').replace(/[\u2028\u2029]+/g, ' ')}: ${files}`
  })
  const more = arrived.length - lines.length
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      `제출 폴더에 자료 ${count}개가 제출되었습니다. 공개하기 전에는 운영자만 볼 수 있습니다.`,
      `${count === 1 ? 'A file has' : `${count} files have`} been submitted into drop folders. Only operators can see ${count === 1 ? 'it' : 'them'} until published.`,
      [...lines, ...(more > 0 ? [`외 ${more}건 / and ${more} more`] : [])].join('\n'),
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
    ],
    link: {
      label: '제출 자료 보기 / Review submissions',
      url: linkIntoRoom(publicUrl, room.roomNo, '/admin/staged'),
    },
    footer:
      '제출 폴더에 자료가 들어와 운영자에게 보낸 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail as an operator because files have been submitted. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 제출 자료 ${count}개 / Files submitted: ${count}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
