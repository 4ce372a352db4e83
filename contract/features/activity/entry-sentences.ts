import type { ActivityDetails } from '../activity.ts'

type Joined = ActivityDetails<'session.joined'>

/** By which somebody entered, in Korean and English. */
function meansOf({ by, shown }: Joined): readonly [string, string] {
  if (by === 'link') return ['메일 링크', 'e-mail link']
  if (by === 'proof') return ['메일로 확인한 주소', 'address confirmed by e-mail']
  return shown ? ['운영자에게 표시된 PIN', 'PIN displayed to an operator'] : ['PIN', 'PIN']
}

export const ENTRY_SENTENCES = {
  'session.joined': (joined: Joined) => [
    `로그인 (${meansOf(joined)[0]}${joined.step ? '과 인증 코드' : ''}, ${joined.device === 'known' ? '사용하던 기기' : '새 기기'})`,
    `Logged in (${meansOf(joined)[1]}${joined.step ? ' and e-mailed code' : ''}, ${joined.device === 'known' ? 'known device' : 'new device'})`,
  ],
} as const satisfies Record<'session.joined', (details: Joined) => readonly [string, string]>
