import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'

let app: TestApp
let reader: WireClient
beforeAll(async () => {
  app = await startTestApp()
  reader = (await app.participant(await app.room())).client
})
afterAll(() => app.close())

type MessageFormPart = readonly [name: string, value: string | File]

const json = (fields: object = {}): string => {
  const { roleId, roomId, userId } = reader.me
  return JSON.stringify({
    title: '제목',
    content: '내용',
    sender: { roleId, roomId, userId },
    ...fields,
  })
}
const file = (name: string): File => new File([new Uint8Array(makePdf(1))], name)
const blob = (text: string): File => new File([text], 'blob', { type: 'application/json' })

function send(...parts: readonly MessageFormPart[]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return reader.call('POST', '/room/api/message/sendByUser', { form })
}

describe('a message on the wire', () => {
  it('has its data as a field or as JSON with a media type, before or behind the file; a file without a name is none', async () => {
    expect((await send(['data', json({ title: '필드' })])).http).toBe(200)
    expect(
      (await send(['file', file('앞.pdf')], ['data', blob(json({ title: '뒤에' }))])).http,
    ).toBe(200)
    expect(
      (await send(['data', blob(json({ title: '빈 칸' }))], ['file', new File([], '')])).http,
    ).toBe(200)
    expect((await messageMails(app, '뒤에'))[0]?.files.map(({ name }) => name)).toEqual(['앞.pdf'])
    expect((await messageMails(app, '빈 칸'))[0]?.files).toEqual([])
  })

  it.each<readonly [string, () => readonly MessageFormPart[]]>([
    ['no data', () => [['file', file('a.pdf')]]],
    [
      'data twice',
      () => [
        ['data', json()],
        ['data', json()],
      ],
    ],
    [
      'two files',
      () => [
        ['data', json()],
        ['file', file('a.pdf')],
        ['file', file('b.pdf')],
      ],
    ],
    [
      'another part',
      () => [
        ['data', json()],
        ['cc', 'eve@evil.example'],
      ],
    ],
    ['a key that is not known', () => [['data', json({ bcc: 'eve@evil.example' })]]],
    ['what is no JSON', () => [['data', '{']]],
    ['U+0000', () => [['data', json({ content: 'a\u0000b' })]]],
    ['a key twice', () => [['data', '{"title":"a","title":"b"}']]],
    ['lists without end', () => [['data', blob('['.repeat(900_000))]]],
  ])('is refused with %s', async (_, parts) => {
    expect((await send(...parts())).http).toBe(400)
  })

  it('is refused as too large with more data than it may have', async () => {
    expect((await send(['data', blob(json({ content: 'a'.repeat(2_000_000) }))])).http).toBe(413)
  })

  it('leaves out the folders that a name comes with', async () => {
    await send(['data', json({ title: '경로' })], ['file', file('../../etc/passwd/a.pdf')])
    expect((await messageMails(app, '경로'))[0]?.files.map(({ name }) => name)).toEqual(['a.pdf'])
  })
})
