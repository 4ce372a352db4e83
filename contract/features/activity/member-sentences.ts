import { count } from './counted.ts'
import { REFUSED_PROOFS, refusedSentence } from './entry-sentences.ts'
import type { MEMBER_ACTIVITY } from './member-activity.ts'
import { type Sentences, words } from './sentence.ts'

const closing = words({
  blocked: ['접근이 차단된 사용자', 'access is blocked'],
  expired: ['기한이 지난 PIN', 'the PIN has expired'],
  closed: ['닫힌 데이터룸', 'the room is closed'],
  network: ['허용되지 않은 네트워크', 'the network is not permitted'],
  ...REFUSED_PROOFS,
})
const ending = words({
  logout: ['로그아웃', 'logged out'],
  idle: ['30분 동안 사용하지 않음', 'idle for 30 minutes'],
  expired: ['로그인한 지 12시간이 지남', '12 hours after the login'],
  blocked: ['접근 차단', 'access was blocked'],
  removed: ['룸에서 삭제', 'removed from the room'],
  replaced: ['같은 브라우저에서 새로 로그인', 'a new login with the same browser'],
  elsewhere: ['다른 기기에서 종료', 'ended from another device'],
  operator: ['운영자가 종료', 'ended by an operator'],
  destroyed: ['데이터룸 파기', 'the room was destroyed'],
})
const viewEnding = words({
  left: ['나가기', 'left'],
  replaced: ['다른 사용자로 보기 시작', 'started another view'],
  session: ['운영자 화면이 닫힘', 'operator area closed'],
  person: ['대상 사용자의 접근이 끝남', 'participant lost access'],
})
const target = words({
  print: ['인쇄', 'print'],
  download: ['다운로드', 'download'],
  access: ['접근', 'access'],
  text: ['텍스트', 'text'],
})

export const MEMBER_SENTENCES: Sentences<keyof typeof MEMBER_ACTIVITY> = {
  'session.pin-asked': ({ link }) => [
    `새 PIN 요청${link ? ' (메일 링크 포함)' : ''}`,
    `Requested a new PIN${link ? ', with an entry link' : ''}`,
  ],
  'session.code-asked': () => ['새 운영자 코드 요청', 'Requested a new operator code'],
  'session.refused': ({ reason, inUse }) => refusedSentence(closing(reason), inUse),
  'session.agreed': ({ noticeVersion }) => [
    `비밀유지 동의 (안내문 ${noticeVersion}판)`,
    `Accepted the confidentiality agreement (version ${noticeVersion})`,
  ],
  'session.accepted': ({ version, sha256, signed }) => [
    `비밀유지 동의서 ${version}판에 ${signed === undefined ? '동의' : `서명: ${signed}`} (SHA-256 ${sha256})`,
    `${signed === undefined ? 'Accepted' : 'Signed'} version ${version} of the confidentiality agreement${signed === undefined ? '' : ` as ${signed}`} (SHA-256 ${sha256})`,
  ],
  'session.passkey-refused': () => ['패스키 확인 실패', 'Passkey refused'],
  'passkey.added': ({ name }) => [`패스키 추가: ${name}`, `Added the passkey ${name}`],
  'passkey.renamed': ({ name, before }) => [
    `패스키 이름 변경: ${before} → ${name}`,
    `Renamed the passkey ${before} to ${name}`,
  ],
  'passkey.removed': ({ name }) => [`패스키 삭제: ${name}`, `Removed the passkey ${name}`],
  'session.code-refused': () => ['운영자 코드 불일치', 'Incorrect operator code'],
  'session.ended': ({ reason }) => [
    `세션 종료: ${ending(reason)[0]}`,
    `Session ended: ${ending(reason)[1]}`,
  ],
  'member.view-as-started': ({ name }) => [
    `사용자 화면으로 보기 시작: ${name}`,
    `Started viewing the room as ${name}`,
  ],
  'member.view-as-ended': ({ name, reason }) => [
    `사용자 화면으로 보기 종료: ${name} (${viewEnding(reason)[0]})`,
    `Stopped viewing the room as ${name} (${viewEnding(reason)[1]})`,
  ],
  'member.invited': ({ name, email, scope }) => [
    `초대: ${name} (${email}${scope === undefined ? '' : scope === 'content' ? ', 자료 담당 운영자' : ', 운영자'})`,
    `Invited ${name} (${email}${scope === undefined ? '' : scope === 'content' ? ', content operator' : ', operator'})`,
  ],
  'member.invited-again': ({ name }) => [`다시 초대: ${name}`, `Invited ${name} again`],
  'member.pin-shown': ({ name }) => [`PIN 표시: ${name}`, `Displayed a new PIN for ${name}`],
  'member.renamed': ({ name, before }) => [
    `본인 이름 변경: ${before} → ${name}`,
    `Changed their own name from ${before} to ${name}`,
  ],
  'member.address': ({ email, before }) => [
    `본인 이메일 변경: ${before} → ${email}`,
    `Changed their own e-mail address from ${before} to ${email}`,
  ],
  'member.code-again': ({ name }) => [
    `운영자 코드 다시 보내기: ${name}`,
    `E-mailed a new operator code to ${name}`,
  ],
  'member.copy-again': ({ name }) => [
    `동의 사본 다시 보내기: ${name}`,
    `Resent the copy of the confidentiality agreement to ${name}`,
  ],
  'member.signed-out': ({ name, sessions }) => [
    `세션 종료 처리: ${name}, ${sessions}건`,
    `Ended ${count(sessions, 'session')} of ${name}`,
  ],
  'member.mail-dismissed': ({ name }) => [
    `실패한 메일을 목록에서 지움: ${name}`,
    `Dismissed an undelivered e-mail to ${name}`,
  ],
  'member.updated': ({ name, division, position }) => [
    `정보 수정: ${name} (부서 ${division || '없음'}, 직책 ${position || '없음'})`,
    `Changed ${name}: division ${division || 'none'}, position ${position || 'none'}`,
  ],
  'member.right': ({ name, target: right, value }) => [
    `권한 변경: ${name}, ${target(right)[0]} ${value ? '허용' : '차단'}`,
    `Changed permissions of ${name}: ${target(right)[1]} ${value ? 'allowed' : 'blocked'}`,
  ],
  'member.removed': ({ name }) => [`사용자 삭제: ${name}`, `Removed ${name}`],
}
