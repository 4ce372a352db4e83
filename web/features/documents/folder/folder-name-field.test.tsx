import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf, openApp } from '../../../test/app.tsx'
import {
  filledRoom,
  inputMethod,
  inputOf,
  field as newNameOf,
  openList,
  stand,
} from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { focus, list, row } from '../../../test/steps.ts'

const LIST = '/room/api/file/file/list'

const newName = () => page.getByRole('textbox', { name: '폴더 이름' })
const createFolder = () => page.getByRole('button', { name: '폴더 만들기' })

async function many(prefix: string) {
  const content = await makePdf(1)
  return Array.from({ length: 60 }, (_, index) => [`${prefix}${index + 10}.pdf`, content] as const)
}

async function scrollDown(): Promise<void> {
  await commands.moveMouse({ x: 700, y: 600 })
  await commands.turnWheel(0, 10_000)
}

test('a folder is named before its list has come, and goes on being named while that comes, changes and is scrolled', async () => {
  const { client } = await filledRoom()
  await client.upload(await many(''))
  await commands.hold(LIST)
  await openApp('/admin/upload', client)
  await createFolder().click()
  await expect.element(newName()).toHaveFocus()
  const input = inputOf(newName())
  await commands.typeText('가나')
  await commands.press('ArrowLeft')
  await expect.element(list().getByRole('rowheader')).not.toBeInTheDocument()
  await commands.letGo(LIST)
  await expect.element(row('01 계약')).toBeVisible()
  await expect.element(newName()).toHaveValue('가나')
  await expect.element(newName()).toHaveFocus()
  expect(inputOf(newName()).selectionStart).toBe(1)

  await inputMethod.compose('재')
  await client.newFolder('00 먼저')
  await expect.element(row('00 먼저')).toBeVisible()
  await inputMethod.compose('잼')
  await expect.element(newName()).toHaveValue('가잼나')
  const [first] = await client.items()
  await client.deleteItem(first?.id ?? 0, first?.name)
  await expect.element(row('00 먼저')).not.toBeInTheDocument()
  await scrollDown()
  await expect.element(row('확인서.pdf')).toBeInViewport()
  await expect.element(newName()).toBeInViewport()
  await inputMethod.compose('재무')
  await inputMethod.put('재무')
  await expect.element(newName()).toHaveValue('가재무나')
  await expect.element(newName()).toHaveFocus()
  expect(inputOf(newName()).selectionStart).toBe(3)
  expect(input.isConnected, 'the field was never another one').toBe(true)
  await commands.press('Enter')
  await expect.element(newName()).not.toBeInTheDocument()
  await expect.element(row('가재무나')).toHaveFocus()
})

test('a folder gets its name also where its list cannot be had, and is in it once that can', async () => {
  const { client } = await filledRoom()
  const letThrough = intercept(({ path, send }) =>
    path.endsWith(LIST)
      ? Promise.resolve(
          Response.json(
            { status: 'EXCEPTION', code: 'INTERNAL', payload: '실패' },
            { status: 500 },
          ),
        )
      : send(),
  )
  await openApp('/admin/upload', client)
  const retry = page
    .getByRole('region', { name: '바탕화면' })
    .getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  await createFolder().click()
  await expect.element(newName()).toHaveFocus()
  await commands.typeText('04 세무')
  letThrough()
  await retry.click()
  await expect.element(row('01 계약')).toBeVisible()
  await expect.element(newName()).toHaveValue('04 세무')
  await focus(newName())
  await commands.press('Enter')
  await expect.element(newName()).not.toBeInTheDocument()
  await expect.element(row('04 세무')).toHaveFocus()
})

test('a row keeps the field of its new name while others come before it, change places with it, and it is scrolled away', async () => {
  const { client, ids } = await filledRoom()
  await client.upload(await many('하 '))
  await openList(client)
  await stand('안내문.pdf')
  await commands.press('F2')
  await expect.element(newNameOf()).toHaveFocus()
  await inputMethod.compose('안')
  await client.newFolder('00 먼저')
  await expect.element(row('00 먼저')).toBeInTheDocument()
  await inputMethod.compose('앉')
  await expect.element(newNameOf()).toHaveValue('앉')
  await client.renameItem(ids['확인서.pdf'] ?? 0, '가 확인서')
  await expect.element(row('가 확인서.pdf')).toBeInTheDocument()
  await inputMethod.compose('않')
  await expect.element(newNameOf()).toHaveValue('않')
  await scrollDown()
  await expect.element(row('하 69.pdf')).toBeInViewport()
  await inputMethod.put('않음')
  await expect.element(newNameOf()).toHaveValue('않음')
  await expect.element(newNameOf()).toHaveFocus()
  await commands.press('Enter')
  await expect.element(row('않음.pdf')).toHaveFocus()
})
