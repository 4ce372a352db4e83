import type { ActivityDetails } from '../activity.ts'
import type { ENTRY_ACTIVITY } from './entry-activity.ts'
import type { Sentences } from './sentence.ts'

type Joined = ActivityDetails<'session.joined'>

function meansOf({ by, shown, provider = '' }: Joined): readonly [string, string] {
  if (by === 'sign-on') return [`계정 로그인: ${provider}`, `account of ${provider}`]
  if (by === 'link') return ['메일 링크', 'e-mail link']
  if (by === 'proof') return ['메일로 확인한 주소', 'address confirmed by e-mail']
  return shown ? ['운영자에게 표시된 PIN', 'PIN displayed to an operator'] : ['PIN', 'PIN']
}

const named = (providers: readonly string[], issuers: readonly string[] = []): string[] =>
  providers.map((provider, index) =>
    issuers[index] ? `${provider} (${issuers[index]})` : provider,
  )
const STEPS = {
  mail: ['인증 코드', 'e-mailed code'],
  app: ['인증 앱', 'authenticator app'],
  passkey: ['패스키', 'passkey'],
} as const

const HANGUL = /[가-힣]$/
/** A Hangul block of 28 begins with the syllable without a final consonant. */
const and = (word: string): '과' | '와' =>
  HANGUL.test(word) && (word.charCodeAt(word.length - 1) - 0xac00) % 28 === 0 ? '와' : '과'

function proofsOf(joined: Joined): readonly [string, string] {
  const [ko, en] = meansOf(joined)
  if (!joined.step) return [ko, en]
  const step = STEPS[joined.stepBy ?? 'mail']
  return [`${ko}${and(ko)} ${step[0]}`, `${en} and ${step[1]}`]
}

const REFUSED_STEPS = {
  mail: ['인증 코드 불일치', 'Incorrect verification code'],
  app: ['인증 앱 코드 불일치', 'Incorrect code of the authenticator app'],
  passkey: ['입장할 때 패스키 확인 실패', 'Passkey refused at the entrance'],
} as const

const REFUSED_INSIDE = {
  mail: [
    '로그인 보안 변경: 인증 코드 불일치',
    'Change of sign-in security: incorrect verification code',
  ],
  app: [
    '로그인 보안 변경: 인증 앱 코드 불일치',
    'Change of sign-in security: incorrect code of the authenticator app',
  ],
  passkey: ['로그인 보안 변경: 패스키 확인 실패', 'Change of sign-in security: passkey refused'],
} as const

const ELEVATED = {
  code: ['', ''],
  passkey: ['', ''],
  'sign-on': [' (계정 로그인)', ' (account)'],
} as const

export const ENTRY_SENTENCES: Sentences<keyof typeof ENTRY_ACTIVITY> = {
  'session.joined': (joined) => [
    `로그인 (${proofsOf(joined)[0]}, ${joined.device === 'known' ? '사용하던 기기' : '새 기기'})`,
    `Logged in (${proofsOf(joined)[1]}, ${joined.device === 'known' ? 'known device' : 'new device'})`,
  ],
  'room.sign-on': ({ pin, providers, code, issuers, groups }) => [
    `입장 수단 변경: PIN ${pin === 'everyone' ? '모두' : '운영자만'}, 계정 ${listed(named(providers, issuers), '없음')}${code.length > 0 ? `, 운영자 코드 대신 ${code.join(', ')}` : ''}${groups > 0 ? `, 그룹 지정 ${groups}건` : ''}`,
    `Changed how people enter: PIN ${pin === 'everyone' ? 'for everyone' : 'for operators only'}, accounts ${listed(named(providers, issuers), 'none')}${code.length > 0 ? `, in place of the operator code ${code.join(', ')}` : ''}${groups > 0 ? `, groups by claim: ${groups}` : ''}`,
  ],
  'session.step-asked': ({ again, inside }) => [
    `${inside ? '로그인 보안 변경을 위한 ' : ''}인증 코드 ${again ? '다시 ' : ''}보내기`,
    `Verification code e-mailed${again ? ' again' : ''}${inside ? ' for a change of sign-in security' : ''}`,
  ],
  'session.step-refused': ({ by, inside }) =>
    (inside ? REFUSED_INSIDE : REFUSED_STEPS)[by ?? 'mail'],
  'security.app-added': () => ['인증 앱 등록', 'Set up an authenticator app'],
  'security.app-removed': () => ['인증 앱 삭제', 'Removed the authenticator app'],
  'member.security-reset': ({ name, app, passkeys }) => [
    `로그인 보안 초기화: ${name} (인증 앱 ${app ? '삭제' : '없음'}, 패스키 ${passkeys}개 삭제)`,
    `Reset the sign-in security of ${name} (authenticator app ${app ? 'removed' : 'none'}, passkeys removed: ${passkeys})`,
  ],
  'room.step-rules': ({ proofs, pin, signOn }) => [
    `본인 확인 규칙 변경: ${proofs === 'strong' ? '인증 앱이나 패스키가 있으면 반드시 사용' : '인증 코드, 인증 앱, 패스키 모두 허용'}, PIN 네트워크 ${listed(pin, '제한 없음')}, 계정 네트워크 ${listed(signOn, '제한 없음')}`,
    `Changed the rules of the second step: ${proofs === 'strong' ? 'app or passkey required where there is one' : 'e-mailed code, app or passkey'}, networks for PINs ${listed(pin, 'any')}, networks for accounts ${listed(signOn, 'any')}`,
  ],
  'member.sign-on-bound': ({ name, provider }) => [
    `계정 연결: ${name}, ${provider}`,
    `Linked an account of ${provider} to ${name}`,
  ],
  'member.sign-on-unbound': ({ name, provider }) => [
    `계정 연결 해제: ${name}, ${provider}`,
    `Unlinked the account of ${provider} from ${name}`,
  ],
  'session.raised': ({ by = 'code', passkey }) => [
    `운영자 화면 열기${passkey === undefined ? ELEVATED[by][0] : ` (패스키: ${passkey})`}`,
    `Opened the operator area${passkey === undefined ? ELEVATED[by][1] : ` (passkey: ${passkey})`}`,
  ],
}

export const refusedSentence = (
  reason: readonly [string, string],
  inUse: true | undefined,
): readonly [string, string] =>
  inUse
    ? [`로그인 상태에서 접속 차단: ${reason[0]}`, `Refused access in an open session: ${reason[1]}`]
    : [`로그인 거부: ${reason[0]}`, `Login refused: ${reason[1]}`]

export const REFUSED_PROOFS = {
  proof: ['이 데이터룸에서 쓸 수 없는 입장 수단', 'this way of entering is not accepted here'],
  account: ['연결된 계정과 다른 계정', 'another account is linked'],
} as const

const listed = (names: readonly string[], none: string): string =>
  names.length > 0 ? names.join(', ') : none
