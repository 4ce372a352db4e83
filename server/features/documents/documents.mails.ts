import { layoutMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { ArrivedFiles } from './submissions/submissions.read.ts'

/** Folder names start at the root. */
export interface NewDocument {
  readonly folders: readonly string[]
  /** Of the index, as the recipient counts. */
  readonly number?: string | undefined
  readonly name: string
  readonly replaced: boolean
}

interface NewDocuments {
  readonly room: { readonly name: string; readonly roomNo: string }
  readonly to: { readonly name: string; readonly email: string }
  /** Counts all arrivals. `listed` holds the first. */
  readonly count: number
  readonly listed: readonly NewDocument[]
  /** It contains all of them. 0 is the root. */
  readonly folder: number
  /** An operator published them. */
  readonly isPublication: boolean
  readonly publicUrl: string
}

const FOLDERS_SHOWN = 3
/** The mail only counts the others. */
const SUBMITTERS_SHOWN = 20

/** The recipient's language is unknown. */
export function newDocumentsMail({ room, to, count, listed, folder, isPublication, publicUrl }: NewDocuments): Mail {
  const more = count - listed.length
  const content = {
    greeting: `${to.name} 님, 안녕하세요.`,
    paragraphs: [
      `데이터룸에 새 문서가 ${count}개 ${isPublication ? '공개' : '등록'}되었습니다.`,
      `${count === 1 ? 'A new document has' : `${count} new documents have`} been ${isPublication ? 'published in' : 'added to'} your data room.`,
      [...listed.map(lineOf), ...(more > 0 ? [`외 ${more}개 / and ${more} more`] : [])].join('\n'),
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
    ],
    link: { label: '문서 보기 / View documents', url: `${publicUrl}/${folder === 0 ? '' : `?folder=${folder}`}` },
    footer: isPublication
      ? '운영자가 문서를 공개하며 보낸 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail because an operator has published documents. If you received it in error, please delete it.'
      : '운영자가 새 문서 알림을 켜 두어 보낸 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail because new-document notifications are on. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 새 문서 ${count}개 / New documents: ${count}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}

function lineOf({ folders, number, name, replaced }: NewDocument): string {
  const shown = folders.length > FOLDERS_SHOWN ? ['…', ...folders.slice(-FOLDERS_SHOWN)] : folders
  // Earlier releases stored line breaks, which would inject lines.
  const path = [...shown, number === undefined ? name : `${number} ${name}`].join(' / ').replace(/[\u2028\u2029]+/g, ' ')
  return `· ${path}${replaced ? ' (새 버전 / new version)' : ''}`
}

interface Submissions extends Pick<NewDocuments, 'room' | 'to' | 'publicUrl'> {
  readonly arrived: readonly ArrivedFiles[]
}

/** Lists people and folders, without the names of documents. The recipient's language is unknown. */
export function submissionsMail({ room, to, arrived, publicUrl }: Submissions): Mail {
  const count = arrived.reduce((sum, { files }) => sum + files, 0)
  const lines = arrived.slice(0, SUBMITTERS_SHOWN).map(({ folder, group, by, files }) => {
    const who = group === null ? by : `${by} (${group})`
    return `· ${[who, ...(folder === null ? [] : [folder])].join(' / ').replace(/[\u2028\u2029]+/g, ' ')}: ${files}`
  })
  const more = arrived.length - lines.length
  const content = {
    greeting: `${to.name} 님, 안녕하세요.`,
    paragraphs: [
      `제출 폴더에 자료 ${count}개가 제출되었습니다. 공개하기 전에는 운영자만 볼 수 있습니다.`,
      `${count === 1 ? 'A file has' : `${count} files have`} been submitted into drop folders. Only operators can see ${count === 1 ? 'it' : 'them'} until published.`,
      [...lines, ...(more > 0 ? [`외 ${more}건 / and ${more} more`] : [])].join('\n'),
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
    ],
    link: { label: '제출 자료 보기 / Review submissions', url: `${publicUrl}/admin/staged` },
    footer:
      '제출 폴더에 자료가 들어와 운영자에게 보낸 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nYou receive this e-mail as an operator because files have been submitted. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 제출 자료 ${count}개 / Files submitted: ${count}`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
