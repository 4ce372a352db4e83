import { expect, it } from 'vitest'
import { ENTRY_SENTENCES } from './entry-sentences.ts'

it.each([
  ['pin', 'PIN과 인증 앱, 새 기기'],
  ['proof', '메일로 확인한 주소와 인증 앱, 새 기기'],
  ['link', '메일 링크와 인증 앱, 새 기기'],
] as const)('joins the proofs of an entry by %s as Korean does', (by, text) => {
  expect(
    ENTRY_SENTENCES['session.joined']({ by, device: 'new', step: true, stepBy: 'app' })[0],
  ).toBe(`로그인 (${text})`)
})

it('names a refused proof of somebody who is inside by its place', () => {
  const sentenceOf = ENTRY_SENTENCES['session.step-refused']
  expect(sentenceOf({ by: 'passkey' })[1]).toBe('Passkey refused at the entrance')
  expect(sentenceOf({ by: 'passkey', inside: true })[1]).toBe(
    'Change of sign-in security: passkey refused',
  )
})
