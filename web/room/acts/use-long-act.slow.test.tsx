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
  await operator.call('POST', '/room/api/file/unpublish', {
    body: { roomId: operator.me.roomId, ids: [folder?.id] },
  })
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
  const say = (act: string, done: number) =>
    dispatchEvent(new CustomEvent(ACT_PROGRESS, { detail: { act, done, total: 4_000 } }))
  say('another-act-0123456789', 3_999)
  say(acts[0] ?? '', 1_000)
  await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect.element(dialog).toHaveTextContent('1,000 / 4,000')
  const stop = dialog.getByRole('button', { name: '중단' })
  await expect.element(stop).toBeVisible()
  ;(stop.element() as HTMLElement).focus()
  await commands.press('Enter')
  await expect.poll(() => stopped).toContain(acts[0])
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('문서 1개를 공개했습니다.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '실행 취소' })).toBeVisible()
})

const MANY = 3_000

async function stagedFolder() {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const form = new FormData()
  const table = `단계,이름\n1,01 계약\n${Array.from({ length: MANY }, (_, at) => `2,폴더 ${at}`).join('\n')}\n`
  for (const [field, value] of Object.entries({ roomId, parent: 0, apply: true }))
    form.append(field, String(value))
  form.append('file', new Blob([table]), 'index.csv')
  await operator.call('POST', '/room/api/file/structure', { form })
  const [folder] = await operator.items()
  await operator.call('POST', '/room/api/file/unpublish', { body: { roomId, ids: [folder?.id] } })
  return operator
}

const statesIn = async (operator: Awaited<ReturnType<typeof stagedFolder>>) => {
  const [folder] = await operator.items()
  const inside = await operator.items(folder?.id)
  return [folder, ...inside].map((item) => `${item?.name}: ${item?.state}`)
}

async function beginPublishing() {
  await row('01 계약').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '공개…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '공개', exact: true }).click()
  return dialog
}

test('the counts of the server reach the dialog by its stream, and a stop leaves everything as it was', async () => {
  const operator = await stagedFolder()
  const before = await statesIn(operator)
  expect(before[0]).toBe('01 계약: staged')
  let stops = 0
  intercept(({ path, send }) => {
    if (path.endsWith('/file/stop')) stops += 1
    return send()
  })
  await openApp('/admin/upload', operator)
  await expect.element(row('01 계약')).toBeVisible()
  const counts: unknown[] = []
  const hear = (event: Event) => {
    counts.push((event as CustomEvent).detail)
    void commands.press('Escape')
  }
  addEventListener(ACT_PROGRESS, hear)
  const dialog = await beginPublishing()
  await expect
    .element(
      dialog.getByRole('status').filter({ hasText: '중단했습니다. 아무것도 바뀌지 않았습니다.' }),
    )
    .toBeVisible()
  removeEventListener(ACT_PROGRESS, hear)
  expect(counts[0]).toMatchObject({ total: MANY + 1 })
  expect(stops).toBeGreaterThan(0)
  await expect.element(dialog.getByRole('alert')).toBeEmptyDOMElement()
  expect(await statesIn(operator)).toEqual(before)
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a dialog whose answer was lost says that the outcome is unknown, and can be left', async () => {
  const operator = await stagedFolder()
  intercept(async ({ path, send }) => {
    const answer = await send()
    if (path.endsWith('/file/publish')) throw new TypeError('the connection broke')
    return answer
  })
  await openApp('/admin/upload', operator)
  const dialog = await beginPublishing()
  await expect
    .poll(() => dialog.getByRole('alert').element().textContent, { timeout: 20_000 })
    .toBe('결과를 확인하지 못했습니다. 처리가 끝났을 수 있으니 목록을 확인해 주세요.')
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})
