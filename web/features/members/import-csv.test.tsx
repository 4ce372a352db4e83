import { expect, test } from 'vitest'
import { newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { chooseFiles } from '../../test/choose-files.ts'
import { expectMessage, field, invitation, rows, startInviting } from '../../test/invitation.ts'
import { answer, message } from '../../test/steps.ts'

const fromHex = (digits: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const choose = (content: BlobPart) =>
  chooseFiles(
    invitation().getByCss('input[type=file]'),
    new File([content], '명단.csv', { type: 'text/csv' }),
  )

test('a CSV file fills the rows by the names of its columns; lines with a problem are named with the reason', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/invitation', operator)
  const calls = recordCalls()
  await startInviting()
  const lines = [
    '전화번호,이메일,성명,회사',
    '010-1234-5678,one@example.com,"이, 서연",한빛',
    ',two@example,박형식,',
    ',,김주소,',
    '+82-2-000-0000,three@example.com,=1+1,',
    ',ONE@example.com,다시,',
  ]
  await choose(`\ufeff${lines.join('\r\n')}\r\n`)
  await expectMessage('가져오지 않은 행이 있습니다.')
  const refused = [...(message()?.querySelectorAll('li') ?? [])].map(
    ({ textContent }) => textContent,
  )
  expect(refused).toHaveLength(3)
  expect(refused[0]).toContain('3행 박형식')
  expect(refused[0]).toContain('이메일 주소 형식이 올바르지 않습니다.')
  expect(refused[1]).toContain('4행 김주소')
  expect(refused[2]).toContain('이메일 주소가 중복되었습니다.')
  await answer()
  await expect.element(rows()).toHaveLength(2)
  await expect.element(field(rows().first(), '이름')).toHaveValue('이, 서연')
  await expect.element(field(rows().first(), '소속')).toHaveValue('한빛')
  await expect.element(field(rows().nth(1), '이름')).toHaveValue('=1+1')
  await expect.element(field(rows().nth(1), '전화번호')).toHaveValue('+82-2-000-0000')
  await expect
    .element(invitation().getByRole('status').filter({ hasText: '2명을 가져왔습니다.' }))
    .toHaveLength(1)

  // Korean Excel writes CP949, which extends EUC-KR.
  await choose(
    fromHex('c0ccb8a72cc0ccb8dec0cf0d0a8c63b9e6b0a2c7cf2c666f7572406578616d706c652e636f6d0d0a'),
  )
  await expect.element(rows()).toHaveLength(3)
  await expect.element(field(rows().nth(2), '이름')).toHaveValue('똠방각하')

  await choose(fromHex('504b030414000600'))
  await expectMessage('CSV 파일을 읽을 수 없습니다.')
  await answer()
  await expect.element(rows()).toHaveLength(3)

  const many = Array.from({ length: 30 }, (_, at) => `사람${at},p${at}@example.com`)
  await choose(['name,e-mail', ...many].join('\n'))
  await expectMessage('최대 30명까지 초대할 수 있습니다.')
  await expectMessage('사람27, 사람28, 사람29')
  await answer()
  await expect.element(rows()).toHaveLength(30)
  expect(calls.filter(({ call }) => call.endsWith('/room/user/invite'))).toEqual([])
})
