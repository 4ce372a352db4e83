import { WireClient } from '../../../server/test/harness/wire-client.ts'
import { dialog, story as filled, field as nameField } from '../../support/filled-room.ts'
import { sessionOf } from '../../support/furnished-room.ts'
import {
  field,
  dialog as inviteDialog,
  story as inviting,
  rows,
  startInviting,
} from '../../support/invitation.ts'
import {
  BACK,
  connection,
  FAILED,
  OFFLINE,
  survive,
  TROUBLES,
  wide,
} from '../../support/outages/connection.ts'
import { expect, test as story } from '../../support/server-fixture.ts'
import { answer, message, row } from '../../support/steps.ts'

filled(
  'a folder, a new name and a deletion that fail show an error, and keep what was typed',
  async ({ operator, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/(file|room\/update)\//)
    const { page, client } = operator
    await page.getByRole('button', { name: '폴더 만들기' }).click()
    const folder = page.getByRole('textbox', { name: '폴더 이름' })
    await folder.fill('04 세무')
    await survive(
      page,
      '**/room/api/file/upload',
      () => folder.press('Enter'),
      () => expect(folder).toHaveValue('04 세무'),
    )
    await folder.press('Enter')
    // Only success may move the focus to another row.
    await expect(row(page, '04 세무')).toBeFocused()

    await row(page, '안내문.pdf').focus()
    await page.keyboard.press('F2')
    await nameField(page).fill('알림')
    for (const [said, fail] of TROUBLES.slice(2)) {
      await page.route('**/room/api/file/file/update/edit', fail)
      await nameField(page).press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
      await expect(nameField(page)).toHaveValue('알림')
      await page.unroute('**/room/api/file/file/update/edit')
    }
    await nameField(page).press('Enter')
    await expect(row(page, '알림.pdf')).toBeVisible({ timeout: 30_000 })
    expect((await client.items()).map(({ name }) => name)).toContain('알림.pdf')

    const switched = page.getByRole('switch', { name: /워터마크/ })
    const before = await switched.getAttribute('aria-checked')
    await page.route('**/room/api/room/update/toggle', (route) => route.abort())
    await switched.click()
    await answer(page, before === 'true' ? '워터마크 끄기' : '확인')
    await expect(message(page)).toContainText(FAILED)
    await answer(page)
    expect(await switched.getAttribute('aria-checked')).toBe(before)
    await expect(dialog(page)).toHaveCount(0)
  },
)

inviting(
  'rows of an invitation outlive errors, a reload and the end of the session, until they are sent',
  async ({ operator, room, url, strictness }) => {
    strictness.expectRefusals(/\/room\/api\//)
    const { page, session } = operator
    await startInviting(page)
    const first = rows(page).first()
    await field(first, '이름').fill('김하나')
    await field(first, '이메일').fill('kept@example.com')
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/draft/invitation') && response.request().method() === 'PUT',
    )
    await field(first, '직책').fill('변호사')
    expect((await kept).ok()).toBe(true)
    const complete = inviteDialog(page).getByRole('button', { name: '완료' })
    await survive(
      page,
      '**/room/api/room/user/invite',
      async () => {
        await complete.click()
        await answer(page)
      },
      () => expect(field(first, '이메일')).toHaveValue('kept@example.com'),
    )
    await page.reload()
    await page.getByRole('button', { name: '초대', exact: true }).first().click()
    await expect(field(first, '이메일')).toHaveValue('kept@example.com')
    await expect(page.getByText('입력하던 1명을 불러왔습니다.')).toBeVisible()

    await Object.assign(new WireClient(url), { session }).logout()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('kept@example.com')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'PIN' }).fill(room.pin)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '동의하고 입장' }).click()
    await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '초대', exact: true }).first().click()
    await expect(field(first, '직책')).toHaveValue('변호사')
    await complete.click()
    await answer(page)
    await expect(inviteDialog(page)).toHaveCount(0)
    const found = page.waitForResponse(
      (response) =>
        response.url().endsWith('/draft/invitation') && response.request().method() === 'GET',
    )
    await page.getByRole('button', { name: '초대', exact: true }).first().click()
    expect(await (await found).json()).toEqual({ status: 'OK', payload: null })
    await expect(field(first, '이름')).toBeFocused()
    await expect(field(first, '이름')).toHaveValue('')
  },
)

story(
  'without a network a message stays as it was written, comes back after a reload, and goes out once',
  async ({ openBrowser, url, app, strictness }) => {
    strictness.expectRefusals(/^\//)
    const session = await sessionOf(url, app.reader.pin)
    const context = await openBrowser({ session, ...wide })
    const page = await context.newPage()
    await page.goto('/')
    await expect(row(page, '안내문.pdf')).toBeVisible()
    const open = page.getByRole('button', { name: '메시지', exact: true })
    await open.click()
    const form = page.getByRole('dialog', { name: '운영자에게 메시지 보내기' })
    const title = form.getByRole('textbox', { name: '제목' })
    const content = form.getByRole('textbox', { name: '내용' })
    await title.fill('끊긴 질문')
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/draft/message') && response.request().method() === 'PUT',
    )
    await content.fill('본문이 남아야 합니다.')
    expect((await kept).ok()).toBe(true)
    const send = form.getByRole('button', { name: '보내기' })
    await context.setOffline(true)
    await expect(connection(page)).toHaveText(OFFLINE)
    await send.click()
    await expect(message(page)).toContainText(OFFLINE)
    await answer(page)
    await expect(content).toHaveValue('본문이 남아야 합니다.')
    await context.setOffline(false)
    await expect(connection(page)).toBeEmpty()
    await expect(page.getByText(BACK)).toBeVisible()
    await survive(
      page,
      '**/room/api/message/sendByUser',
      () => send.click(),
      () => expect(title).toHaveValue('끊긴 질문'),
    )
    await page.reload()
    await open.click()
    await expect(content).toHaveValue('본문이 남아야 합니다.')
    await expect(form.getByRole('status')).toContainText('작성하던 내용을 불러왔습니다.')
    await send.click()
    await expect(form).toHaveCount(0)
    await expect(open).toBeFocused()
    const found = page.waitForResponse(
      (response) =>
        response.url().endsWith('/draft/message') && response.request().method() === 'GET',
    )
    await open.click()
    expect(await (await found).json()).toEqual({ status: 'OK', payload: null })
    await expect(title).toBeFocused()
    await expect(title).toHaveValue('')
    await page.keyboard.press('Escape')
    const client = Object.assign(new WireClient(url), { session })
    const { json } = await client.call('GET', `/room/api/message/sent/${session.roomId}`)
    expect((json.payload as { title: string }[]).map((sent) => sent.title)).toEqual(['끊긴 질문'])
  },
)

story(
  'what is deleted by hand stays deleted, and what was sent does not come back to who writes again at once',
  async ({ openBrowser, url, app }) => {
    const session = await sessionOf(url, app.reader.pin)
    const page = await (await openBrowser({ session, ...wide })).newPage()
    await page.goto('/')
    const open = page.getByRole('button', { name: '메시지', exact: true })
    const form = page.getByRole('dialog', { name: '운영자에게 메시지 보내기' })
    const title = form.getByRole('textbox', { name: '제목' })
    const asked = (method: string) =>
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/draft/message') && response.request().method() === method,
      )
    const write = async (text: string) => {
      const kept = asked('PUT')
      await title.fill(text)
      expect((await kept).ok()).toBe(true)
    }
    await open.click()
    await write('지울 글')
    const dropped = asked('DELETE')
    await title.fill('')
    expect((await dropped).ok()).toBe(true)
    await page.reload()
    const none = asked('GET')
    await open.click()
    expect(await (await none).json()).toEqual({ status: 'OK', payload: null })
    await expect(title).toHaveValue('')
    await expect(form.getByText('작성하던 내용을 불러왔습니다.')).toHaveCount(0)

    await write('보낼 글')
    await form.getByRole('textbox', { name: '내용' }).fill('본문')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const forgets = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.route('**/draft/message', async (route) => {
      if (route.request().method() === 'DELETE') await held
      await route.continue()
    })
    await form.getByRole('button', { name: '보내기', exact: true }).click()
    await forgets
    await expect(form).toHaveCount(0)
    const again = asked('GET')
    await open.click()
    await expect(title).toBeFocused()
    release()
    expect(await (await again).json()).toEqual({ status: 'OK', payload: null })
    await expect(title).toHaveValue('')
  },
)
