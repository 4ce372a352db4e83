import type { Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { dialog, story, toast, undo } from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

async function openDialog(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await row(page, name).click({ modifiers: ['ControlOrMeta'] })
  await page.keyboard.press('F2')
  await expect(
    dialog(page).getByRole('heading', { name: `${names.length}개 항목 이름 일괄 변경` }),
  ).toBeVisible()
}

const preview = (page: Page) =>
  dialog(page).getByRole('region', { name: '변경 전후 이름' }).getByRole('listitem')

story(
  'several items are renamed by a pattern, seen before, and taken back',
  async ({ operator: { page, client } }) => {
    const parent = await client.newFolder('이름 폴더')
    for (const name of ['둘 초안', '하나 초안', '셋']) await client.newFolder(name, parent)
    const names = async () => (await client.items(parent)).map(({ name }) => name).sort()
    const before = await names()
    await page.goto(`/admin/upload?folder=${parent}`)
    await openDialog(page, ['하나 초안', '둘 초안'])
    const field = (name: string) => dialog(page).getByRole('textbox', { name, exact: true })
    await expect(field('찾을 내용')).toBeFocused()
    await expect(preview(page)).toHaveText([/둘 초안\s*변경 없음/, /하나 초안\s*변경 없음/])
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText('변경되는 이름이 없습니다.')

    await field('이름').fill('셋')
    await expect(preview(page).getByText('같은 폴더에 같은 이름이 있습니다.')).toHaveCount(2)
    await expect(dialog(page).getByText('변경할 수 없음 2개')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(
      '변경할 수 없는 이름 2개를 먼저 고쳐 주세요.',
    )
    expect(await names()).toEqual(before)
    await field('이름').fill('넷')
    await expect(preview(page).getByText('다른 항목의 새 이름과 같습니다.')).toHaveCount(2)

    await field('이름').fill('{name}')
    await field('찾을 내용').fill(' 초안')
    await field('바꿀 내용').fill(' 최종')
    await field('앞에 추가').fill('{n:3} ')
    await expect(preview(page)).toHaveText([/둘 초안\s*001 둘 최종/, /하나 초안\s*002 하나 최종/])
    await expect(preview(page).locator('.renaming-problem')).toHaveCount(0)
    await expect(dialog(page).getByText('변경 2개, 변경 없음 0개')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: '2개 이름 변경' })).toBeVisible()
    expect(await names(), 'looking changes nothing').toEqual(before)
    await page.keyboard.press('Enter')
    const done = '2개 항목의 이름을 변경했습니다.'
    await expect(toast(page, done)).toBeVisible()
    await expect(row(page, '001 둘 최종')).toBeVisible()
    expect(await names()).toEqual(['001 둘 최종', '002 하나 최종', '셋'])
    await undo(page, done)
    await expect.poll(names).toEqual(before)
  },
)

story(
  'names come from a pasted list, in order or by the present name, and can be exchanged',
  async ({ operator: { page, client } }) => {
    const parent = await client.newFolder('붙여넣기')
    for (const name of ['가', '나', '다']) await client.newFolder(name, parent)
    const idOf = async (name: string) =>
      (await client.items(parent)).find((item) => item.name === name)?.id
    const [one, two] = [await idOf('가'), await idOf('나')]
    await page.goto(`/admin/upload?folder=${parent}`)
    await openDialog(page, ['가', '나', '다'])
    await dialog(page).getByRole('button', { name: '목록 붙여넣기' }).click()
    const list = dialog(page).getByRole('textbox', { name: '새 이름 목록' })
    await expect(list).toBeFocused()
    await list.fill('하나\n둘')
    await expect(
      dialog(page).getByText('목록에 없는 항목 1개는 현재 이름을 유지합니다.'),
    ).toBeVisible()
    await expect(preview(page)).toHaveText([/가\s*하나/, /나\s*둘/, /다\s*변경 없음/])
    await list.fill('하나\n둘\n셋\n넷')
    await expect(dialog(page).getByText('선택한 항목보다 많은 이름 1개: 넷')).toBeVisible()

    await list.fill('현재\t새 이름\n나\t가\n가\t나')
    await expect(dialog(page).getByText('선택한 항목에 없는 이름 1개: 현재')).toBeVisible()
    await expect(preview(page)).toHaveText([/가\s*나/, /나\s*가/, /다\s*변경 없음/])
    await axe(page)
    await client.renameItem(one ?? 0, '먼저')
    await expect(preview(page).getByText('그사이 이름이 바뀌었습니다.')).toBeVisible()
    await expect(dialog(page).getByText('변경 1개, 변경 없음 1개변경할 수 없음 1개')).toBeVisible()
    await dialog(page).getByRole('button', { name: '2개 이름 변경' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      '변경할 수 없는 이름 1개를 먼저 고쳐 주세요.',
    )
    expect((await client.items(parent)).map(({ name }) => name)).toEqual(['나', '다', '먼저'])
    await client.renameItem(one ?? 0, '가')
    await expect(preview(page).locator('.renaming-problem')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: '2개 이름 변경' }).click()
    await expect(toast(page, '2개 항목의 이름을 변경했습니다.')).toBeVisible()
    expect([await idOf('나'), await idOf('가')]).toEqual([one, two])
  },
)
