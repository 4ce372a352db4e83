import { sealLevelWords } from '../../core/seal-level.ts'
import type { COMPOSE_ACTIVITY } from './compose-activity.ts'
import type { Sentences } from './sentence.ts'

export const COMPOSE_SENTENCES: Sentences<keyof typeof COMPOSE_ACTIVITY> = {
  'compose.uploaded': ({ name }) => [`${name} 서명 문서 업로드`, `Uploaded ${name} for signature`],
  'compose.copied': ({ name }) => [
    `${name} 서명 문서 복사`,
    `Copied the signature request ${name}`,
  ],
  'compose.changed': ({ name }) => [
    `${name} 서명 문서 편집`,
    `Edited the signature request ${name}`,
  ],
  'compose.sent': ({ name, people }) => [
    `${name} 서명 요청: ${people.map((each) => each.name).join(', ')}`,
    `Sent ${name} for signature: ${people.map((each) => each.name).join(', ')}`,
  ],
  'compose.invited': ({ name, person }) => [
    `${name} 서명 요청 메일 발송: ${person.name}`,
    `E-mailed ${person.name} a signing link for ${name}`,
  ],
  'compose.reminded': ({ name, person }) => [
    `${name} 서명 재요청: ${person.name}`,
    `Reminded ${person.name} to sign ${name}`,
  ],
  'compose.cancelled': ({ name }) => [
    `${name} 서명 요청 취소`,
    `Cancelled the signature request ${name}`,
  ],
  'compose.expired': ({ name, person }) => [
    `${name} 서명 기한 만료: ${person.name}`,
    `Signing deadline passed for ${person.name}: ${name}`,
  ],
  'compose.sealed': ({ name, level, lack: blocker }) => {
    const [ko, en] = level
      ? sealLevelWords(level, blocker ?? null).map((words) => ` (${words})`)
      : ['', '']
    return [`${name} 서명 완료, 문서 봉인${ko}`, `Everyone signed ${name}; document sealed${en}`]
  },
  'compose.seal-failed': ({ name, code }) => [
    `${name} 봉인 실패 (${code})`,
    `Sealing failed: ${name} (${code})`,
  ],
  'compose.seal-again': ({ name }) => [`${name} 다시 봉인`, `Restarted sealing of ${name}`],
  'compose.kept': ({ name }) => [
    `${name} 서명 완료본을 자료실에 저장`,
    `Saved the sealed ${name} to the room`,
  ],
  'compose.downloaded': ({ name, sealed }) => [
    `${name} ${sealed ? '서명 완료본' : '서명 원본'} 다운로드`,
    `Downloaded ${sealed ? 'the sealed' : 'the original of'} ${name}`,
  ],
  'compose.viewed': ({ name, sealed }) => [
    `${name} ${sealed ? '서명 완료본' : '서명 원본'} 열람`,
    `Viewed ${sealed ? 'the sealed' : 'the original of'} ${name}`,
  ],
  'compose.removed': ({ name }) => [
    `${name} 서명 문서 삭제`,
    `Deleted the signature request ${name}`,
  ],
  'compose.image-uploaded': () => ['서명 문서에 쓸 이미지 업로드', 'Uploaded a stamp image'],
  'compose.images-removed': ({ count }) => [
    `쓰지 않은 서명 이미지 ${count}개 삭제`,
    `Deleted ${count === 1 ? 'an unused image' : `${count} unused images`}`,
  ],
  'sign.opened': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 서명 문서 ${name} 열람`,
    `${person.name} (${person.email}) opened ${name} to sign it`,
  ],
  'sign.downloaded': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 서명 문서 ${name} 다운로드`,
    `${person.name} (${person.email}) downloaded ${name}`,
  ],
  'sign.completed': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 ${name}에 서명`,
    `${person.name} (${person.email}) signed ${name}`,
  ],
  'sign.declined': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 ${name} 서명 거절`,
    `${person.name} (${person.email}) declined to sign ${name}`,
  ],
  'sign.refused': ({ name, person, code }) => [
    `${person.name}(${person.email}) 님의 서명 링크 사용 거부: ${name} (${code})`,
    `Refused the signing link of ${person.name} (${person.email}) for ${name} (${code})`,
  ],
}
