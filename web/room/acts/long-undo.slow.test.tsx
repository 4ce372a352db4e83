import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ACT_PROGRESS } from '../../lib/api/api-context.ts'
import { filledRoom, menuItem, openList, pathsOf, toast, undo } from '../../test/filled-room.ts'
import { intercept } from '../../test/intercept.ts'
import { dialog, row } from '../../test/steps.ts'

/** Holds calls of this path, each with its named act, until they are let go. */
function holdCalls(path: string, isMeant = (_body: string) => true, refusal?: Response) {
  const acts: string[] = []
  const stopped: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  intercept(async (call) => {
    if (call.path.endsWith('/file/stop')) stopped.push(JSON.parse(call.body).act)
    if (!call.path.endsWith(path) || !isMeant(call.body)) return call.send()
    acts.push(JSON.parse(call.body).act)
    await held
    return refusal ?? call.send()
  })
  const say = (done: number, total: number) =>
    dispatchEvent(new CustomEvent(ACT_PROGRESS, { detail: { act: acts[0], done, total } }))
  return { acts, stopped, say, letGo: () => letGo() }
}

async function structuredRoom() {
  const { client } = await filledRoom()
  const before = await pathsOf(client)
  await openList(client)
  await page.getByRole('button', { name: '폴더 구조 만들기' }).first().click()
  const shown = dialog('폴더 구조 만들기')
  await shown.getByRole('radio', { name: /^회계감사|^감사/ }).click()
  await shown.getByRole('button', { name: /^폴더 \d+개 만들기$/ }).click()
  await expect.element(toast('개를 만들었습니다.')).toBeVisible()
  return { client, before }
}

test('folders of a structure are taken back by an act that is counted in its message, and can be stopped', async () => {
  const { client, before } = await structuredRoom()
  const { acts, stopped, say, letGo } = holdCalls('/file/structure/undo')
  await undo('개를 만들었습니다.')
  await expect.poll(() => acts).toHaveLength(1)
  say(10, 80)
  await expect.element(toast('되돌리는 중… 10 / 80')).toBeVisible()
  await toast('되돌리는 중… 10 / 80').getByRole('button', { name: '중단' }).click()
  await expect.poll(() => stopped).toContain(acts[0])
  letGo()
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(await pathsOf(client)).toEqual(before)
})

test('an undo that fails says so, and its message with the stop leaves', async () => {
  await structuredRoom()
  const failed = Response.json(
    { status: 'EXCEPTION', code: 'INTERNAL', payload: '실패' },
    { status: 500 },
  )
  const { acts, say, letGo } = holdCalls('/file/structure/undo', () => true, failed)
  await undo('개를 만들었습니다.')
  await expect.poll(() => acts).toHaveLength(1)
  say(10, 80)
  await expect.element(toast('되돌리는 중… 10 / 80')).toBeVisible()
  letGo()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expect.element(toast('되돌리는 중')).not.toBeInTheDocument()
})

test('numbers that are given again are counted in the dialog, which offers a stop', async () => {
  const { client, ids } = await filledRoom()
  const { roomId } = client.me
  const contracts = ids['01 계약'] ?? 0
  await client.call('POST', '/room/api/room/update/index', {
    body: { id: roomId, numbering: 'fixed' },
  })
  const putFirstLast = async () => {
    const [first] = await client.items(contracts)
    await client.call('POST', '/room/api/file/order', {
      body: { roomId, parent: contracts, ids: [first?.id], before: null },
    })
  }
  await putFirstLast()
  await client.call('POST', '/room/api/file/renumber', {
    body: { roomId, parent: contracts, apply: true },
  })
  await putFirstLast()
  await openList(client)
  const { acts, stopped, say, letGo } = holdCalls(
    '/file/renumber',
    (body) => JSON.parse(body).apply === true,
  )
  await row('01 계약').click({ button: 'right' })
  await menuItem('번호 다시 매기기…').click()
  const shown = page.getByRole('dialog')
  const undoLast = shown.getByRole('button', { name: '마지막 변경 되돌리기' })
  await expect.element(undoLast).toBeVisible()
  await expect.element(shown.getByText('번호가 달라지는 항목 3개').first()).toBeVisible()
  await shown.getByRole('button', { name: '번호 다시 매기기' }).click()
  await expect.poll(() => acts).toHaveLength(1)
  say(20_000, 80_000)
  await expect.element(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect.element(undoLast).not.toBeInTheDocument()
  await shown.getByRole('button', { name: '중단' }).click()
  await expect.poll(() => stopped).toContain(acts[0])
  letGo()
  await expect.element(toast('3개 항목의 번호를 다시 매겼습니다.')).toBeVisible()
  await expect.element(shown).not.toBeInTheDocument()
})
