import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { ACT_PROGRESS } from '../../lib/api/api-context.ts'
import { makePdf, newRoom, openApp } from '../../test/app.tsx'
import { intercept } from '../../test/intercept.ts'
import { row } from '../../test/steps.ts'

test('what takes long is counted and stopped by keyboard, and what was quicker is done and can be taken back', async () => {
  const { operator } = await newRoom()
  await operator.upload([['01 계약/계약서.pdf', await makePdf(1)]])
  const [folder] = await operator.items()
  await operator.call('POST', '/room/api/file/unpublish', { body: { roomId: operator.me.roomId, ids: [folder?.id] } })
  const acts: string[] = []
  const stopped: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  intercept(async ({ path, body, send }) => {
    if (path.endsWith('/file/stop')) stopped.push(JSON.parse(body).act)
    if (!path.endsWith('/file/publish')) return send()
    acts.push(JSON.parse(body).act)
    await held
    return send()
  })
  await openApp('/admin/upload', operator)
  await row('01 계약').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '공개…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '공개', exact: true }).click()
  await expect.poll(() => acts).toHaveLength(1)
  const say = (act: string, done: number) => dispatchEvent(new CustomEvent(ACT_PROGRESS, { detail: { act, done, total: 4_000 } }))
  say('another-act-0123456789', 3_999)
  say(acts[0] ?? '', 1_000)
  await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect.element(dialog).toHaveTextContent('1,000 / 4,000')
  const stop = dialog.getByRole('button', { name: '중단' })
  await expect.element(stop).toBeVisible()
  ;(stop.element() as HTMLElement).focus()
  await commands.press('Enter')
  await expect.poll(() => stopped).toContain(acts[0])
  // It ends as its own call says.
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('문서 1개를 공개했습니다.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '실행 취소' })).toBeVisible()
})
