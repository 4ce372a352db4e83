import { axe } from '../support/axe.ts'
import { dialog, newGroup, story, toast, undo } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

story(
  'index numbers are switched on, seen by readers at once, fixed and sorted by',
  async ({ operator, mailbox, openBrowser, url, strictness }) => {
    // The server refuses 9.9, an unused number.
    strictness.expectRefusals(/\/file\/index\/find/)
    const { page, client } = operator
    const email = 'reader@numbering.example'
    await client.invite([{ name: '이참여', email }])
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const reader = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await reader.goto('/')
    await expect(row(reader, '안내문.pdf')).toBeVisible()
    await expect(reader.getByRole('button', { name: '번호', exact: true })).toHaveCount(0)

    await page.getByRole('button', { name: '색인 번호' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('radio', { name: /자동/ }).focus()
    await page.keyboard.press('Space')
    await expect(dialog(page).getByRole('radio', { name: /모두 같은 번호/ })).toBeChecked()
    await axe(page)
    await page.screenshot({ path: '.build/screens/numbering-dialog.png' })
    await page.keyboard.press('Enter')
    await expect(toast(page, '색인 번호 설정을 저장했습니다.')).toBeVisible()

    for (const each of [page, reader])
      await expect(row(each, '01 계약')).toContainText(/^\D*1\s*01 계약/)
    await expect(reader.getByRole('treeitem', { name: '1 01 계약' })).toBeVisible()
    await expect(reader.getByRole('button', { name: '번호', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.screenshot({ path: '.build/screens/numbering-operator.png' })
    await reader.screenshot({ path: '.build/screens/numbering-reader.png' })

    await reader.getByRole('treeitem', { name: '1 01 계약' }).click()
    await row(reader, '계약서.pdf').click()
    const opened = reader.getByRole('region', { name: /^1\.\d 계약서\.pdf$/ })
    await expect(opened).toBeVisible()
    const { index: number = '' } =
      (await client.items(operator.ids['01 계약'])).find(({ name }) => name === '계약서.pdf') ?? {}
    await reader.goto('/')

    const search = reader.getByRole('searchbox')
    await search.fill(number)
    await search.press('Enter')
    await expect(opened).toBeVisible()
    await expect(search).toHaveValue('')
    await reader.goto('/')
    await search.fill('9.9')
    await search.press('Enter')
    await expect(reader).toHaveURL(/q=(?:%22)?9\.9/)
    await reader.goto('/')

    await client.newFolder('00 처음')
    await expect(row(reader, '00 처음')).toBeVisible()
    const rows = reader.getByRole('row')
    await expect(rows.last()).toContainText('00 처음')
    await reader.getByRole('button', { name: '이름', exact: true }).click()
    await expect(rows.nth(1)).toContainText('00 처음')
  },
)

story(
  'numbers of what each group sees are proposed where a group does not see all, and fixed ones are not lost unasked',
  async ({ operator }) => {
    const { page, client, ids } = operator
    const groupId = await newGroup(client, '매수인 을', 'view')
    await client.invite([{ name: '이참여', email: 'reader@proposed.example', groupId }])
    const grant = { groupId, itemId: ids['01 계약'], level: 'none' }
    expect(
      (
        await client.call('POST', '/room/api/grant', {
          body: { roomId: client.me.roomId, changes: [grant] },
        })
      ).json.status,
    ).toBe('OK')
    await page.reload()
    await page.getByRole('button', { name: '색인 번호' }).click()
    await dialog(page).getByRole('radio', { name: /자동/ }).check()
    await expect(
      dialog(page).getByRole('radio', { name: /그룹마다 보이는 문서대로/ }),
    ).toBeChecked()
    await expect(dialog(page)).toContainText('빈 번호에서 숨긴 항목이 드러납니다')
    await axe(page)
    await page.screenshot({ path: '.build/screens/numbering-proposed.png' })
    await dialog(page).getByRole('radio', { name: /고정/ }).check()
    await dialog(page).getByRole('button', { name: '저장' }).click()
    await expect(row(page, '01 계약')).toContainText(/^\D*1\s*01 계약/)

    await page.getByRole('button', { name: '색인 번호' }).click()
    await dialog(page)
      .getByRole('radio', { name: /사용하지 않음/ })
      .check()
    await dialog(page).getByRole('button', { name: '저장' }).click()
    const question = page.getByRole('alertdialog').filter({ hasText: '고정된 번호는 6시간 동안' })
    await expect(question).toBeVisible()
    await page.screenshot({ path: '.build/screens/numbering-loses.png' })
    await question.getByRole('button', { name: '취소' }).click()
    await expect(row(page, '01 계약')).toContainText(/^\D*1\s*01 계약/)
    await dialog(page).getByRole('button', { name: '저장' }).click()
    await question.getByRole('button', { name: '확인' }).click()
    await expect(row(page, '01 계약')).not.toContainText(/^\D*1\s*01 계약/)
  },
)

story(
  'operators order the index by key, by menu and by place, and take it back',
  async ({ operator: { page, client } }) => {
    await client.call('POST', '/room/api/room/update/index', {
      body: { id: client.me.roomId, numbering: 'live' },
    })
    await expect(row(page, '01 계약')).toContainText(/^\D*1\s*01 계약/)
    const names = async () => (await client.items(0)).map(({ name }) => name)
    const before = await names()
    const [first = '', second = '', third = ''] = before

    await row(page, first).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(names).toEqual([second, first, ...before.slice(2)])
    await expect(row(page, first)).toBeFocused()
    await expect(row(page, first)).toHaveAttribute('aria-posinset', '2')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(names).toEqual(before)
    await page.keyboard.press('Alt+ArrowUp')
    await expect(row(page, first)).toBeFocused()
    for (const place of ['2', '3']) {
      await page.keyboard.press('Alt+ArrowDown')
      await expect(row(page, first)).toHaveAttribute('aria-posinset', place)
    }
    await expect(toast(page, '1개 항목의 순서를 바꿨습니다.')).toHaveCount(1)
    await undo(page, '1개 항목의 순서를 바꿨습니다.')
    await expect.poll(names).toEqual(before)
    await row(page, first).focus()

    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '순서 지정…' }).click()
    const field = dialog(page).getByRole('textbox', { name: '색인 번호' })
    await expect(field).toHaveValue('1')
    await axe(page)
    await page.screenshot({ path: '.build/screens/order-dialog.png' })
    await field.fill('없음')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(
      '2.3과 같이 1 이상의 숫자와 점으로 입력해 주세요.',
    )
    await field.fill('3')
    await page.keyboard.press('Enter')
    await expect(toast(page, '1개 항목의 순서를 바꿨습니다.')).toBeVisible()
    expect(await names()).toEqual([second, third, first, ...before.slice(3)])
    await undo(page, '1개 항목의 순서를 바꿨습니다.')
    await expect.poll(names).toEqual(before)

    await expect(row(page, first)).toHaveAttribute('aria-posinset', '1')
    await row(page, first).click()
    await row(page, third).click({ modifiers: ['ControlOrMeta'] })
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '순서 지정…' }).click()
    await field.fill(`${before.length}`)
    await page.keyboard.press('Enter')
    const done = '2개 항목의 순서를 바꿨습니다.'
    await expect(toast(page, done)).toBeVisible()
    expect(await names()).toEqual([second, ...before.slice(3), first, third])
    await undo(page, done)
    await expect.poll(names).toEqual(before)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '이름', exact: true }).click()
    await row(page, second).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByText('목록을 번호 순으로 정렬하면 사용할 수 있습니다.')).toBeVisible()
    expect(await names()).toEqual(before)
  },
)

story(
  'a row dragged to the edge of another stands there, and one dragged onto a folder lies in it',
  async ({ operator: { page, client, ids } }) => {
    await client.call('POST', '/room/api/room/update/index', {
      body: { id: client.me.roomId, numbering: 'live' },
    })
    await expect(row(page, '01 계약')).toContainText(/^\D*1\s*01 계약/)
    const names = async () => (await client.items(0)).map(({ name }) => name)
    const before = await names()
    const [first = '', second = ''] = before
    const last = before.at(-1) ?? ''
    const dragTo = async (name: string, at: number) => {
      await row(page, last).locator('.items-size').hover()
      await page.mouse.down()
      const box = (await row(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.move(box.x + box.width / 2, box.y + box.height * at, { steps: 4 })
      await page.mouse.move(box.x + box.width / 2, box.y + box.height * at)
    }
    const line = page.locator('.items-gap')

    await dragTo(second, 0.1)
    await expect(line).toBeVisible()
    await page.screenshot({ path: '.build/screens/order-drag.png' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: '.build/screens/order-drag-dark.png' })
    await page.keyboard.press('Escape')
    await expect(line).toHaveCount(0)
    await page.mouse.up()
    expect(await names(), 'Escape lets everything be').toEqual(before)

    await dragTo(second, 0.1)
    await page.mouse.up()
    const done = '1개 항목의 순서를 바꿨습니다.'
    await expect(toast(page, done)).toBeVisible()
    expect(await names()).toEqual([first, last, ...before.slice(1, -1)])
    await undo(page, done)
    await expect.poll(names).toEqual(before)
    await expect(page.getByRole('row').last()).toContainText(last)

    await dragTo('01 계약', 0.5)
    await expect(line).toHaveCount(0)
    await page.mouse.up()
    await expect.poll(names).toEqual(before.slice(0, -1))
    expect((await client.items(ids['01 계약'])).map(({ name }) => name)).toContain(last)
  },
)

story(
  'under fixed numbers the dialog says where a number stands, and that it stays',
  async ({ operator: { page, client } }) => {
    await client.call('POST', '/room/api/room/update/index', {
      body: { id: client.me.roomId, numbering: 'fixed' },
    })
    const names = async () => (await client.items(0)).map(({ name }) => name)
    const [first, ...others] = await client.items(0)
    const order = { roomId: client.me.roomId, parent: 0, ids: [first?.id], before: null }
    await client.call('POST', '/room/api/file/order', { body: order })
    const moved = row(page, first?.name ?? '')
    await expect(moved).toHaveAttribute('aria-posinset', String(others.length + 1))
    await moved.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '순서 지정…' }).click()
    const field = dialog(page).getByRole('textbox', { name: '색인 번호' })
    await expect(field).toHaveValue('1')
    await expect(dialog(page)).toContainText('번호가 고정되어 있어')
    await expect(dialog(page)).toContainText(`${others.length + 1}번째 자리입니다`)
    await axe(page)
    await page.screenshot({ path: '.build/screens/order-dialog-fixed.png' })
    await field.fill('2')
    await page.keyboard.press('Enter')
    await expect(toast(page, '1개 항목의 순서를 바꿨습니다.')).toBeVisible()
    expect(await names()).toEqual([first?.name, ...others.map(({ name }) => name)])
    expect((await client.items(0))[0]?.index).toBe('1')
  },
)

story(
  'F4 puts an item at a number of another folder, and says why where it cannot',
  async ({ operator: { page, client, ids } }) => {
    await client.call('POST', '/room/api/room/update/index', {
      body: { id: client.me.roomId, numbering: 'live' },
    })
    const inside = async () => (await client.items(ids['01 계약'])).map(({ name }) => name)
    const before = await inside()
    const file = (await client.items(0)).find(({ type }) => type === 4)
    const moved = row(page, file?.name ?? '')
    await expect(moved).toContainText(file?.index ?? '없음')
    await moved.focus()
    await page.keyboard.press('F4')
    const field = dialog(page).getByRole('textbox', { name: '색인 번호' })
    const said = dialog(page).locator('.order-spot')
    await expect(field).toHaveValue(file?.index ?? '')
    await field.fill('99.1')
    await expect(said).toHaveText('번호가 99인 폴더가 없습니다.')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText('번호가 99인 폴더가 없습니다.')
    await field.fill(`${file?.index}.1`)
    await expect(said).toContainText('문서입니다')
    await field.fill('1.99')
    await expect(said).toContainText("'01 계약' 폴더의 맨 뒤에")
    await field.fill('1.1')
    await expect(said).toContainText("'01 계약' 폴더의 1번째 자리입니다.")
    await expect(said.getByRole('listitem').first()).toContainText(`1.1 ${before[0]}`)
    await axe(page)
    await page.screenshot({ path: '.build/screens/order-dialog-across.png' })
    await page.keyboard.press('Enter')
    const done = "1개 항목을 '01 계약' 폴더의 1번째 자리로 옮겼습니다."
    await expect(toast(page, done)).toBeVisible()
    expect(await inside()).toEqual([file?.name, ...before])
    await undo(page, done)
    await expect.poll(inside).toEqual(before)
    await expect
      .poll(async () => (await client.items(0)).find(({ id }) => id === file?.id)?.index)
      .toBe(file?.index)

    await row(page, '01 계약').focus()
    await page.keyboard.press('F4')
    await field.fill('1.1')
    await expect(said).toHaveText("'01 계약' 폴더는 그 폴더 안으로 옮길 수 없습니다.")
  },
)

story(
  'fixed numbers are given again for a folder once the changes were shown',
  async ({ operator: { page, client, ids } }) => {
    await client.call('POST', '/room/api/room/update/index', {
      body: { id: client.me.roomId, numbering: 'fixed' },
    })
    const folder = ids['01 계약'] ?? 0
    const indexes = async () => (await client.items(folder)).map(({ index }) => index)
    const before = await indexes()
    const [first] = await client.items(folder)
    await client.call('POST', '/room/api/file/order', {
      body: { roomId: client.me.roomId, parent: folder, ids: [first?.id], before: null },
    })
    expect(await indexes()).toEqual([...before.slice(1), before[0]])

    await expect(row(page, '01 계약')).toContainText(/^\D*1\s*01 계약/)
    await row(page, '01 계약').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '번호 다시 매기기…' }).click()
    await expect(dialog(page).getByText(`번호가 달라지는 항목 ${before.length}개`)).toBeVisible()
    await expect(dialog(page).getByRole('listitem').last()).toContainText(`1 → ${before.length}`)
    await axe(page)
    expect(await indexes(), 'looking changes nothing').toEqual([...before.slice(1), before[0]])
    await dialog(page).getByRole('button', { name: '번호 다시 매기기' }).focus()
    await page.keyboard.press('Enter')
    const done = `${before.length}개 항목의 번호를 다시 매겼습니다.`
    await expect(toast(page, done)).toBeVisible()
    expect(await indexes()).toEqual(before)
    await page.screenshot({ path: '.build/screens/renumber-undo.png' })
    await undo(page, done)
    await expect(toast(page, '되돌렸습니다.')).toBeVisible()
    expect(await indexes()).toEqual([...before.slice(1), before[0]])
    await client.call('POST', '/room/api/file/renumber', {
      body: { roomId: client.me.roomId, parent: folder, apply: true },
    })

    await row(page, '01 계약').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '번호 다시 매기기…' }).click()
    await expect(dialog(page).getByText('달라지는 번호가 없습니다.')).toBeVisible()
  },
)
