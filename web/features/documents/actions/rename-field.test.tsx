import { expect, test } from 'vitest'
import { cdp, commands, page } from 'vitest/browser'
import { recordCalls } from '../../../test/app.tsx'
import {
  field,
  inputMethod,
  inputOf,
  modal,
  openFilledRoom,
  pathsOf,
  stand,
  toast,
} from '../../../test/filled-room.ts'
import { row } from '../../../test/steps.ts'

function changes() {
  const asked = recordCalls()
  return () => asked.filter(({ call }) => call.startsWith('PATCH'))
}

const problem = (text: string) => page.getByRole('alert').filter({ hasText: text })

test('a name is changed in its row; its extension stays; a refused name shows an error, and stays typed [name-changed]', async () => {
  const { client } = await openFilledRoom()
  const sent = changes()
  await stand('안내문.pdf')
  await commands.press('F2')
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue('안내문')
  expect([inputOf(field()).selectionStart, inputOf(field()).selectionEnd]).toEqual([0, 3])
  await commands.typeText('실사 안내문')
  await commands.press('Enter')
  await expect.element(row('실사 안내문.pdf')).toHaveFocus()
  await expect.element(toast('이름을 바꿨습니다.')).toBeVisible()

  await commands.press('F2')
  await commands.typeText('확인서')
  await commands.press('Enter')
  const taken = problem('같은 이름이 이미 있습니다. 다른 이름을 입력해 주세요.')
  await expect.element(taken).toBeVisible()
  await expect.element(field()).toHaveValue('확인서')
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveAccessibleDescription(/같은 이름이 이미 있습니다/)
  await field().fill('a/b')
  await expect.element(taken).not.toBeInTheDocument()
  await commands.press('Enter')
  await expect.element(problem('이 이름은 사용할 수 없습니다.')).toBeVisible()
  await field().fill('안내문.docx')
  await commands.press('Enter')
  await expect.element(problem('확장자는 바꿀 수 없습니다: .pdf')).toBeVisible()
  await commands.press('Escape')
  await expect.element(row('실사 안내문.pdf')).toHaveFocus()
  expect(sent()).toHaveLength(4)

  await commands.press('F2')
  await commands.press('Enter')
  await expect.element(field()).not.toBeInTheDocument()
  expect(sent(), 'the same name is no change').toHaveLength(4)

  await commands.press('F2')
  await commands.typeText('최종 안내문')
  await row('확인서.pdf').getByCss('.items-date').click()
  await expect.element(row('최종 안내문.pdf')).toBeVisible()
  expect(await pathsOf(client)).toEqual(expect.arrayContaining(['최종 안내문.pdf', '확인서.pdf']))
})

test('Enter that ends a Hangul syllable does not end the name', async () => {
  await openFilledRoom()
  const sent = changes()
  await stand('03 빈 폴더')
  await commands.press('F2')
  await field().fill('')
  await inputMethod.compose('법')
  for (const key of ['Enter', 'Escape'])
    await cdp().send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key,
      code: key,
      windowsVirtualKeyCode: 229,
    })
  await expect.element(field()).toHaveValue('법')
  expect(sent()).toEqual([])
  await inputMethod.put('법무')
  await commands.press('Enter')
  await expect.element(row('법무')).toHaveFocus()
})

test('fields keep their own keys, and a marked text its own copy', async () => {
  await openFilledRoom()
  await stand('안내문.pdf')
  await commands.press('F2')
  await expect.element(field()).toHaveFocus()
  await commands.press('Control+c')
  await commands.press('Delete')
  await expect.element(field()).toHaveValue('')
  await commands.press('Control+v')
  await expect.element(field()).toHaveValue('안내문')
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(page.getByCss('.toast')).not.toBeInTheDocument()
  await commands.press('Escape')
})
