import { expect, test } from 'vitest'
import { FROM_START, filledRoom, menuItem, openList, pathsOf, toast, undo } from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { dialog, row } from '../../../test/steps.ts'

test('a move to a number in another folder that is only half done says so, and is taken back whole', async () => {
  const { client } = await filledRoom()
  await client.newFolder('03 빈 폴더')
  await client.call('POST', '/room/api/room/update/index', { body: { id: client.me.roomId, numbering: 'live' } })
  await openList(client)
  await row('안내문.pdf').click({ button: 'right' })
  await menuItem('순서 지정…').click()
  const shown = dialog("'안내문.pdf' 순서 지정")
  await shown.getByRole('textbox', { name: '색인 번호' }).fill('1.1')
  await expect.element(shown.getByText("'01 계약' 폴더의 1번째 자리입니다.")).toBeVisible()
  const stop = intercept(({ path, send }) => (path.endsWith('/file/order') ? Promise.reject(new TypeError('network')) : send()))
  await shown.getByRole('button', { name: '이동', exact: true }).click()
  const said = "1개 항목을 '01 계약' 폴더로 옮겼으나 1번째 자리에 두지 못하여 맨 뒤에 있습니다."
  await expect.element(toast(said)).toBeVisible()
  stop()
  await undo(said)
  await expect.poll(() => pathsOf(client)).toEqual(FROM_START)
})
