import type { Warning } from '../../members/index.ts'

export const operatorResetWarning = (by: {
  readonly name: string
  readonly email: string
}): Warning => ({
  subject: '운영자의 로그인 보안 초기화 / Sign-in security of an operator reset',
  paragraphs: [
    '한 운영자의 인증 앱과 패스키가 모두 삭제되고 모든 기기에서 로그아웃되었습니다. 다음에는 메일로 받은 인증 코드만으로 입장할 수 있습니다. 요청한 적이 없는 초기화라면 두 운영자에게 확인하고, 필요하면 해당 운영자의 접근을 차단해 주세요.',
    'The authenticator app and the passkeys of an operator were removed, and the operator was signed out on all devices. A code by e-mail is enough for the next entry. If nobody asked for this, please check with both operators and, if necessary, block their access.',
  ],
  fact: { label: '초기화한 운영자 / Reset by', value: `${by.name} (${by.email})` },
})
