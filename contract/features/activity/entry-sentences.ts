import type { ActivityDetails, ActivityKind } from '../activity.ts'

type Joined = ActivityDetails<'session.joined'>

/** By which somebody entered, in Korean and English. */
function meansOf({ by, shown, provider = '' }: Joined): readonly [string, string] {
  if (by === 'sign-on') return [`계정 로그인: ${provider}`, `account of ${provider}`]
  if (by === 'link') return ['메일 링크', 'e-mail link']
  if (by === 'proof') return ['메일로 확인한 주소', 'address confirmed by e-mail']
  return shown ? ['운영자에게 표시된 PIN', 'PIN displayed to an operator'] : ['PIN', 'PIN']
}

const named = (providers: readonly string[], issuers: readonly string[] = []): string[] =>
  providers.map((provider, index) => (issuers[index] ? `${provider} (${issuers[index]})` : provider))

export const ENTRY_SENTENCES = {
  'session.joined': (joined: Joined) => [
    `로그인 (${meansOf(joined)[0]}${joined.step ? '과 인증 코드' : ''}, ${joined.device === 'known' ? '사용하던 기기' : '새 기기'})`,
    `Logged in (${meansOf(joined)[1]}${joined.step ? ' and e-mailed code' : ''}, ${joined.device === 'known' ? 'known device' : 'new device'})`,
  ],
  'room.sign-on': ({ pin, providers, code, issuers, groups }: ActivityDetails<'room.sign-on'>) => [
    `입장 수단 변경: PIN ${pin === 'everyone' ? '모두' : '운영자만'}, 계정 ${listed(named(providers, issuers), '없음')}${code.length > 0 ? `, 운영자 코드 대신 ${code.join(', ')}` : ''}${groups > 0 ? `, 그룹 지정 ${groups}건` : ''}`,
    `Changed how people enter: PIN ${pin === 'everyone' ? 'for everyone' : 'for operators only'}, accounts ${listed(named(providers, issuers), 'none')}${code.length > 0 ? `, in place of the operator code ${code.join(', ')}` : ''}${groups > 0 ? `, groups by claim: ${groups}` : ''}`,
  ],
  'member.sign-on-bound': ({ name, provider }: ActivityDetails<'member.sign-on-bound'>) => [
    `계정 연결: ${name}, ${provider}`,
    `Linked an account of ${provider} to ${name}`,
  ],
  'member.sign-on-unbound': ({ name, provider }: ActivityDetails<'member.sign-on-unbound'>) => [
    `계정 연결 해제: ${name}, ${provider}`,
    `Unlinked the account of ${provider} from ${name}`,
  ],
} as const satisfies Partial<{ [K in ActivityKind]: (details: ActivityDetails<K>) => readonly [string, string] }>

/** Reasons for which a proof of somebody who is known was not enough. */
export const REFUSED_PROOFS = {
  proof: ['이 데이터룸에서 쓸 수 없는 입장 수단', 'this way of entering is not accepted here'],
  account: ['연결된 계정과 다른 계정', 'another account is linked'],
} as const

const ELEVATED = {
  code: ['', ''],
  passkey: ['', ''],
  'sign-on': [' (계정 로그인)', ' (account)'],
} as const

export const ELEVATED_SENTENCES = {
  'session.raised': ({ by = 'code', passkey }: ActivityDetails<'session.raised'>) => [
    `운영자 화면 열기${passkey === undefined ? ELEVATED[by][0] : ` (패스키: ${passkey})`}`,
    `Opened the operator area${passkey === undefined ? ELEVATED[by][1] : ` (passkey: ${passkey})`}`,
  ],
} as const satisfies Partial<{ [K in ActivityKind]: (details: ActivityDetails<K>) => readonly [string, string] }>

const listed = (names: readonly string[], none: string): string => (names.length > 0 ? names.join(', ') : none)
