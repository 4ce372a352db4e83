import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { enterByWire, invite, newEmail, newRoom, openApp } from '../../../test/app.tsx'
import '../../../test/locating.ts'
import { dialog } from '../../../test/steps.ts'

const setup = dialog('데이터룸 시작하기')
const field = (name: string) => page.getByRole('textbox', { name })

test('the first visit of a first room asks for names and address, whose new one a mailed code confirms', async () => {
  const { roomId, pin, code } = await newRoom()
  await commands.rooms('asFirstRoom', roomId)
  const operator = await enterByWire(pin)
  const email = newEmail()
  await openApp('/', operator)
  await expect.element(setup).toBeVisible()
  await expect.element(field('데이터룸 이름')).toHaveValue('첫 데이터룸')
  await expect.element(field('내 이름')).toHaveValue('운영자')
  await field('데이터룸 이름').fill(' ')
  await setup.getByRole('button', { name: '저장' }).click()
  await expect.element(setup.getByText('데이터룸 이름을 입력해 주세요.')).toBeVisible()
  await expect.element(field('데이터룸 이름')).toHaveFocus()
  await field('데이터룸 이름').fill('한빛테크 인수 실사')
  await field('내 이름').fill('김해온')
  await field('내 이메일').fill('nobody')
  await setup.getByRole('button', { name: '저장' }).click()
  await expect.element(setup.getByText('운영자 코드를 입력해 주세요.')).toBeVisible()
  await field('운영자 코드').fill(code)
  await setup.getByRole('button', { name: '저장' }).click()
  await expect.element(setup.getByText(/이메일/).filter({ hasText: 'nobody' })).toBeVisible()
  await field('내 이메일').fill(email)
  await setup.getByRole('button', { name: '저장' }).click()

  const confirming = dialog('이메일 확인')
  await expect.element(confirming).toHaveTextContent(email)
  await field('확인 코드').fill(await commands.stepCodeFor(email))
  await confirming.getByRole('button', { name: '이메일 변경' }).click()
  await expect.element(confirming).not.toBeInTheDocument()
  await expect.element(page.getByText('한빛테크 인수 실사').first()).toBeVisible()
  const [own] = await operator.members()
  expect(own).toMatchObject({ userName: '김해온', email })
  expect(await commands.rooms('logged', roomId, 'room.renamed')).toEqual([
    { name: '한빛테크 인수 실사', before: '첫 데이터룸' },
  ])

  await openApp('/', operator)
  await expect.element(page.getByText('한빛테크 인수 실사').first()).toBeVisible()
  await expect.element(setup).not.toBeInTheDocument()
})

test('the first visit asks for nothing that the settings of the server gave', async () => {
  const { roomId, pin, code } = await newRoom()
  await commands.rooms('asFirstRoom', roomId, '한빛테크 인수 실사')
  const operator = await enterByWire(pin)
  await openApp('/', operator)
  await expect.element(field('내 이름')).toHaveFocus()
  await expect.element(field('내 이메일')).toHaveValue('')
  await expect.element(field('데이터룸 이름')).not.toBeInTheDocument()
  await field('내 이름').fill('김해온')
  await field('운영자 코드').fill(code)
  await setup.getByRole('button', { name: '저장' }).click()
  await expect.element(setup).not.toBeInTheDocument()
  expect((await operator.members())[0]).toMatchObject({ userName: '김해온' })
  expect(await commands.rooms('logged', roomId, 'room.renamed')).toEqual([])

  await openApp('/', operator)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await expect.element(setup).not.toBeInTheDocument()
})

test('it can be put off for good, asks no participant, and the names can be changed on the dashboard', async () => {
  const room = await newRoom()
  await commands.rooms('asFirstRoom', room.roomId)
  const guest = await invite(room.operator)
  await openApp('/', guest.client)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await expect.element(setup).not.toBeInTheDocument()

  await openApp('/', room.operator)
  await setup.getByRole('button', { name: '나중에' }).click()
  await expect.element(setup).not.toBeInTheDocument()
  await openApp('/admin/dashboard', room.operator)
  await page.getByRole('button', { name: '데이터룸 정보' }).click()
  const names = dialog('데이터룸 정보')
  await expect.element(names).toBeVisible()
  await expect.element(setup).not.toBeInTheDocument()
  await expect.element(field('운영자 코드')).not.toBeInTheDocument()
  await field('데이터룸 이름').fill('새 이름')
  await names.getByRole('button', { name: '저장' }).click()
  await expect.element(names).not.toBeInTheDocument()
  await expect.element(page.getByText('데이터룸 정보를 저장했습니다.')).toBeVisible()
  expect(await commands.rooms('logged', room.roomId, 'member.renamed')).toEqual([])
  expect(await commands.rooms('logged', room.roomId, 'room.renamed')).toEqual([
    { name: '새 이름', before: '첫 데이터룸' },
  ])
})
