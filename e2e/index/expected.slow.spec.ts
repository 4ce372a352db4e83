import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { dialog, story, undo } from '../support/filled-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const TITLE = '받을 문서'
const PDF = Buffer.from(makePdf(1))

story(
  'documents are expected by a pasted list, and received by the file that is chosen for one',
  async ({ operator }) => {
    const { page } = operator
    await page.getByRole('button', { name: TITLE }).focus()
    await page.keyboard.press('Enter')
    await expect(
      dialog(page).getByText('등록한 받을 문서가 없습니다.', { exact: false }),
    ).toBeVisible()
    await axe(page)
    await dialog(page).getByRole('button', { name: '받을 문서 추가…' }).click()
    await dialog(page).getByRole('textbox', { name: '문서 이름' }).fill('주주명부\n정관\n정관\n')
    await axe(page)
    await dialog(page).getByRole('button', { name: '3건 추가' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Check !' })).toContainText(
      '이미 목록에 있습니다.',
    )
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByRole('status')).toHaveText('총 2건 중 2건 미수령')
    await dialog(page).getByRole('button', { name: '닫기' }).click()

    const panel = page.getByRole('region', { name: TITLE })
    await expect(panel.getByRole('listitem')).toHaveText(['주주명부', '정관'])
    await axe(page)
    await panel
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({ name: 'scan_001.pdf', mimeType: 'application/pdf', buffer: PDF })
    await expect(row(page, '정관.pdf')).toBeVisible({ timeout: 20_000 })
    await expect(panel.getByRole('status')).toHaveText('총 2건 중 1건 미수령')
    await expect(row(page, 'scan_001.pdf')).toHaveCount(0)

    await panel.locator('[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: '목록에서 삭제' }).click()
    await expect(panel.getByRole('status')).toHaveText('1건 모두 수령')
    await undo(page, /항목을 삭제했습니다/)
    await expect(panel.getByRole('listitem')).toHaveText(['주주명부'])

    await panel.locator('[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: '이동…' }).click()
    const move = dialog(page).getByRole('button', { name: '이동', exact: true })
    await expect(move).toBeDisabled()
    await dialog(page).getByRole('treeitem', { name: '01 계약' }).click()
    await axe(page)
    await move.click()
    await expect(panel.getByRole('listitem')).toHaveCount(0)
    await undo(page, "받을 문서 '주주명부' 항목을 '01 계약' 폴더로 이동했습니다.")
    await expect(panel.getByRole('listitem')).toHaveText(['주주명부'])
  },
)

story(
  'a file that is dropped onto an expected document becomes it, and two files do not',
  async ({ operator }) => {
    const { page, client } = operator
    await client.call('POST', '/room/api/file/expected', {
      body: { roomId: client.me.roomId, parent: 0, names: ['법인 등기부등본'] },
    })
    await page.reload()
    const panel = page.getByRole('region', { name: TITLE })
    const target = panel.getByRole('listitem').filter({ hasText: '법인 등기부등본' })
    const drop = async (names: readonly string[]) => {
      const transfer = await page.evaluateHandle(
        ([files, bytes]) => {
          const data = new DataTransfer()
          for (const name of files)
            data.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
          return data
        },
        [names, [...PDF]] as const,
      )
      for (const kind of ['dragover', 'drop'])
        await target.dispatchEvent(kind, { dataTransfer: transfer })
    }
    await drop(['하나.pdf', '둘.pdf'])
    await expect(page.getByRole('alertdialog', { name: 'Check !' })).toContainText(
      '파일을 하나만 놓을 수 있습니다.',
    )
    await page.keyboard.press('Escape')
    await drop(['등기_스캔.pdf'])
    await expect(row(page, '법인 등기부등본.pdf')).toBeVisible({ timeout: 20_000 })
    await expect(row(page, '등기_스캔.pdf')).toHaveCount(0)
  },
)
