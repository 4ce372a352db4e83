import type { MailTextKind } from '../../core/mails/mail-texts.ts'
import type { ActivityDetails } from '../activity.ts'

type RoomSentenceKind =
  | 'room.numbering'
  | 'room.numbering-undone'
  | 'room.crossing'
  | 'room.reporting'
  | 'room.brand'
  | 'room.mail-texts'
  | 'room.staging'
  | 'room.agreement'
  | 'session.accepted'
type Sentences = { readonly [K in RoomSentenceKind]: (details: ActivityDetails<K>) => readonly [korean: string, english: string] }

type Details = ActivityDetails<'room.brand'>
type ChangedRoomPart = Details['changed'][number]

const PARTS: Readonly<Record<ChangedRoomPart, readonly [korean: string, english: string]>> = {
  firm: ['회사 이름', 'name of the firm'],
  accent: ['밝은 화면의 강조색', 'accent colour on light screens'],
  accentDark: ['어두운 화면의 강조색', 'accent colour on dark screens'],
  sender: ['메일을 보내는 사람', 'sender of e-mails'],
  replyTo: ['회신 주소', 'reply address'],
  footer: ['메일 끝의 글', 'closing text of e-mails'],
  logo: ['로고', 'logo'],
  logoDark: ['어두운 화면의 로고', 'logo on dark screens'],
}

function partsIn({ changed, firm, sender }: Details, language: 0 | 1): string {
  const values: { readonly [P in ChangedRoomPart]?: string } = { firm, sender }
  const noted = changed.map((part) => (values[part] ? `${PARTS[part][language]} (${values[part]})` : PARTS[part][language]))
  return noted.join(', ')
}

const MAIL_TEXTS: Readonly<Record<MailTextKind, readonly [korean: string, english: string]>> = {
  invitation: ['초대 메일', 'invitations'],
  documents: ['새 문서 알림', 'notices of new documents'],
  questions: ['질의·자료요청 알림', 'notices of questions and requests'],
  closing: ['데이터룸 종료 안내', 'notices of the end of the data room'],
}

function mailTextsIn({ own, standard }: ActivityDetails<'room.mail-texts'>, language: 0 | 1): string {
  const named = (kinds: readonly MailTextKind[]) => kinds.map((kind) => MAIL_TEXTS[kind][language]).join(', ')
  const back = language === 0 ? `기본 문구로 되돌림: ${named(standard)}` : `back to the standard text: ${named(standard)}`
  return [...(own.length > 0 ? [named(own)] : []), ...(standard.length > 0 ? [back] : [])].join('; ')
}

const NUMBERINGS = { off: ['끔', 'off'], live: ['자동', 'live'], fixed: ['고정', 'fixed'] } as const

function numberingWords({ numbering, scope, names }: ActivityDetails<'room.numbering'>): readonly [string, string] {
  const [korean, english] = NUMBERINGS[numbering]
  if (numbering === 'off') return [korean, english]
  return [
    `${korean}, ${scope === 'group' ? '그룹마다 보이는 문서대로' : '모두 같은 번호'}${names ? ', 파일 이름에도 표시' : ''}`,
    `${english}, ${scope === 'group' ? 'counted for each group' : 'the same for everybody'}${names ? ', also in file names' : ''}`,
  ]
}

export const ROOM_SENTENCES: Sentences = {
  'room.agreement': ({ version, form, pages, signature }) =>
    form === 'product'
      ? ['비밀유지 동의서 변경: 기본 안내문으로', 'Changed the confidentiality agreement to the standard notice']
      : [
          `비밀유지 동의서 변경: ${version}판, ${form === 'pdf' ? 'PDF' : '글'}${pages > 0 ? ` ${pages}쪽` : ''}${signature ? ', 서명 필요' : ''}`,
          `Changed the confidentiality agreement: version ${version}, ${form === 'pdf' ? 'PDF' : 'text'}${pages > 0 ? ` of ${pages} pages` : ''}${signature ? ', to be signed' : ''}`,
        ],
  'session.accepted': ({ version, sha256, signed }) => [
    `비밀유지 동의서 ${version}판에 ${signed === undefined ? '동의' : `서명: ${signed}`} (SHA-256 ${sha256})`,
    `${signed === undefined ? 'Accepted' : 'Signed'} version ${version} of the confidentiality agreement${signed === undefined ? '' : ` as ${signed}`} (SHA-256 ${sha256})`,
  ],
  'room.crossing': ({ crossing }) => [
    `다른 데이터룸과의 이동 ${crossing ? '허용' : '금지'}`,
    crossing ? 'Allowed moving between data rooms' : 'Prohibited moving between data rooms',
  ],
  'room.reporting': ({ dailyMail }) => [
    `메일 설정 변경: 요약 메일 ${dailyMail ? '켜짐' : '꺼짐'}`,
    `Changed e-mail settings: daily summary ${dailyMail ? 'on' : 'off'}`,
  ],
  'room.brand': (details) => [`브랜드 변경: ${partsIn(details, 0)}`, `Changed the brand: ${partsIn(details, 1)}`],
  'room.mail-texts': (details) => [
    `메일 머리말 변경: ${mailTextsIn(details, 0)}`,
    `Changed the introductions of e-mails: ${mailTextsIn(details, 1)}`,
  ],
  'room.staging': ({ staging }) => [
    `업로드한 문서 공개 방식 변경: ${staging ? '공개 대기' : '바로 공개'}`,
    `Changed uploads to ${staging ? 'wait until they are published' : 'be published at once'}`,
  ],
  'room.numbering': (settings) => {
    const [korean, english] = numberingWords(settings)
    return [`색인 번호 변경: ${korean}`, `Changed index numbers: ${english}`]
  },
  'room.numbering-undone': (settings) => {
    const [korean, english] = numberingWords(settings)
    return [`색인 번호 변경 취소, 이전 설정으로 복원: ${korean}`, `Undid the change of index numbers, back to: ${english}`]
  },
}
