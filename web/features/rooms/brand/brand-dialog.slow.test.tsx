import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { newRoom, openApp } from '../../../test/app.tsx'
import '../../../test/locating.ts'
import { dialog } from '../../../test/steps.ts'

const opened = dialog('브랜드')
const save = opened.getByRole('button', { name: '저장' })

async function open() {
  const { operator, roomId } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await page.getByRole('button', { name: '브랜드', exact: true }).click()
  await expect.element(opened.getByLabelText('회사 이름')).toBeVisible()
  const kept = async () =>
    (await operator.call('GET', `/room/api/room/brand/${roomId}`)).json.payload as {
      firm: string
      accent: string
    }
  return { kept }
}

test('a brand is shown while it is typed, and saved for the room', async () => {
  const { kept } = await open()
  expect(await commands.axe()).toEqual([])
  await opened.getByLabelText('회사 이름').fill('한앤파트너스')
  await opened.getByLabelText('메일 맺음말').fill('M&A팀 드림')
  const preview = opened.getByRole('region', { name: '미리보기' })
  await expect.element(preview).toHaveTextContent('한앤파트너스')
  await expect.element(preview).toHaveTextContent('M&A팀 드림')
  await save.click()
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(page.getByText('브랜드를 저장했습니다.')).toBeVisible()
  expect((await kept()).firm).toBe('한앤파트너스')
})

test('a colour that is hard to read is not saved, and the nearest is at hand', async () => {
  const { kept } = await open()
  await opened.getByLabelText('강조색', { exact: true }).fill('#ff7a00')
  await save.click()
  await expect
    .element(opened.getByRole('alert'))
    .toHaveTextContent('대비가 낮은 강조색을 먼저 바꿔 주세요.')
  await opened.getByRole('button', { name: /가장 가까운 색 #/ }).click()
  expect(await commands.axe()).toEqual([])
  await save.click()
  await expect.element(opened).not.toBeInTheDocument()
  expect((await kept()).accent).toMatch(/^#(?!ff7a00)[0-9a-f]{6}$/)
})

test('what the server refuses stays in the dialog', async () => {
  const { kept } = await open()
  await opened.getByLabelText('회사 이름').fill('한앤파트너스')
  await opened.getByLabelText('회신 주소').fill('아무 곳')
  await save.click()
  await expect.element(opened.getByRole('alert')).toHaveTextContent('회신 주소를 확인해 주세요.')
  await expect.element(opened.getByLabelText('회사 이름')).toHaveValue('한앤파트너스')
  expect((await kept()).firm).toBe('')
})
