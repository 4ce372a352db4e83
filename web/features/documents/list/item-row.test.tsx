import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chevron, filledRoom, openFilledRoom, openList } from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { row } from '../../../test/steps.ts'

const stateOf = (name: string) => row(name).getByCss('.items-state')

test('the state of a preview is shown, with the reason where there is none', async () => {
  const { client } = await filledRoom()
  intercept(async ({ path, send }) => {
    const answer = await send()
    if (!path.endsWith('/file/file/list')) return answer
    const body = (await answer.json()) as { payload: { name: string; preview: string | null }[] }
    for (const item of body.payload) {
      if (item.name === '안내문.pdf') item.preview = 'NO_CONVERTER'
      if (item.name === '확인서.pdf') item.preview = 'WORKING'
    }
    return Response.json(body)
  })
  await openList(client)
  await expect.element(stateOf('안내문.pdf')).toHaveTextContent('미리보기 없음')
  await expect
    .element(stateOf('안내문.pdf'))
    .toHaveTextContent('이 서버에는 이 형식의 미리보기를 만드는 프로그램이 없습니다.')
  await expect.element(stateOf('확인서.pdf')).toHaveTextContent(/^변환 중$/)
  await chevron('01 계약').click()
  await expect.element(stateOf('계약서.pdf')).toHaveTextContent(/^$/)
  await expect.element(stateOf('01 계약')).toHaveTextContent(/^$/)
})

test('a menu on the empty area offers actions for the folder', async () => {
  await openFilledRoom()
  await page.getByCss('.items-scroller').click({ button: 'right', position: { x: 400, y: 400 } })
  await page.getByRole('menuitem', { name: '새 폴더' }).click()
  await expect.element(page.getByRole('textbox', { name: '폴더 이름' })).toHaveFocus()
})
