import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { newRoom, openApp } from '../../../test/app.tsx'
import { intercept } from '../../../test/intercept.ts'
import '../../../test/locating.ts'
import { dialog } from '../../../test/steps.ts'

const opened = dialog('계정 로그인')

const FIRM = {
  id: 'firm',
  name: { ko: '회사 계정', en: 'Firm account' },
  issuer: 'https://new.example/',
  hasGroups: true,
  hasStrong: true,
}
const accepted = (issuer: string) => ({ provider: 'firm', issuer, replacesCode: false, groups: [] })

async function open(providers: readonly object[]): Promise<unknown[]> {
  const { operator } = await newRoom()
  const saved: unknown[] = []
  intercept(async ({ path, body, send }) => {
    const answer = (payload: unknown) => Response.json({ status: 'OK', payload })
    if (path.endsWith('/update/signOn')) {
      saved.push(JSON.parse(body).settings)
      return answer(null)
    }
    if (!path.includes('/room/api/room/signOn/')) return send()
    return answer({ settings: { pin: 'everyone', providers }, available: [FIRM], bindings: [] })
  })
  await openApp('/admin/invitation', operator)
  const button = page.getByRole('button', { name: '계정 로그인', exact: true })
  await button.click()
  await expect.element(opened.getByText('회사 계정')).toBeVisible()
  return saved
}

test('a provider is accepted together with the address that is shown', async () => {
  const saved = await open([])
  await expect.element(opened.getByText('계정 서버 주소: https://new.example/')).toBeVisible()
  await expect.element(opened.getByRole('button', { name: '이 주소 허용' })).not.toBeInTheDocument()
  await opened.getByRole('checkbox', { name: '이 계정으로 입장 허용' }).click()
  expect(await commands.axe()).toEqual([])
  await opened.getByRole('button', { name: '저장' }).click()
  await expect.element(opened).not.toBeInTheDocument()
  expect(saved).toEqual([{ pin: 'everyone', providers: [accepted('https://new.example/')] }])
})

test('a provider that has another address by now is not usable until the operator accepts it again', async () => {
  const saved = await open([accepted('https://before.example')])
  await expect
    .element(opened.getByText(/허용할 때의 주소\(https:\/\/before\.example\)/))
    .toBeVisible()
  expect(await commands.axe()).toEqual([])
  await opened.getByRole('radio', { name: /운영자만 허용/ }).click()
  await expect
    .element(opened.getByRole('alert'))
    .toHaveTextContent('참여자가 사용할 계정을 하나 이상 허용해 주세요.')
  await opened.getByRole('button', { name: '이 주소 허용' }).click()
  await expect.element(opened.getByRole('alert')).toBeEmptyDOMElement()
  await opened.getByRole('button', { name: '저장' }).click()
  await expect.element(opened).not.toBeInTheDocument()
  expect(saved).toEqual([{ pin: 'operators', providers: [accepted('https://new.example/')] }])
})
