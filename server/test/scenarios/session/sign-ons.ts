import type { TestRoom } from '../../harness/test-app.ts'

export interface MemberWithAccount {
  readonly room: TestRoom
  readonly login: string
  readonly email: string
  readonly memberId: number
}

export const REFUSED = { http: 403, json: { code: 'SIGN_ON_REFUSED' } }

export const from = (address: string) => ({ 'x-forwarded-for': address })
