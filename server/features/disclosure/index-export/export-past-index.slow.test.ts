import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { made, recordsOf, roomWithBidder } from '../../../test/scenarios/disclosures.ts'
import { grant, newGroup } from '../../../test/scenarios/groups.ts'
import { enter, written } from '../../../test/scenarios/threads.ts'
import { createSheets } from '../../../workers/sheet/index.ts'

const pdf = (pages: number) => makePdf(pages)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const fetchIndex = (
  client: WireClient,
  query: Readonly<Record<string, string>>,
): Promise<Response> => client.fetch('GET', `/room/api/file/index/${client.me.roomId}`, { query })

const sheets = createSheets()

async function tablesOf(response: Response) {
  expect(response.status).toBe(200)
  return sheets.read(Buffer.from(await response.arrayBuffer()), {
    roomId: -1,
    signal: new AbortController().signal,
  })
}

async function events(client: WireClient): Promise<readonly object[]> {
  const { json } = await client.call(
    'GET',
    `/room/api/room/roomActivity/list/${client.me.roomId}`,
    { query: { type: 'export' } },
  )
  return (json.payload as { roomActivityItem: readonly object[] }).roomActivityItem
}

describe('the index of a moment of the past', () => {
  it('lists what the group could see then, with versions, hashes and answers, and keeps no record', async () => {
    const { operator, room, reader, groupId } = await roomWithBidder(app)
    const folder = await operator.newFolder('계약')
    const hidden = await operator.newFolder('인사')
    await operator.put('임대차.pdf', pdf(1), folder)
    await operator.put('급여.pdf', pdf(1), hidden)
    await grant(room, { groupId, itemId: hidden, level: 'none' })
    const asked = await written(reader.client, { title: '보증', text: '지급보증이 있습니까?' })
    await enter(operator, asked.id, 'ANSWER', '없습니다')
    const { record } = await made(operator, groupId)
    await operator.upload([['임대차.pdf', pdf(2)]], folder, 'replace')
    await operator.put('나중에 온 것.pdf', pdf(1), folder)
    await enter(operator, asked.id, 'ANSWER', '나중의 답변')
    await grant(room, { groupId, itemId: hidden, level: 'view' })

    const response = await fetchIndex(operator, {
      format: 'xlsx',
      groupId: String(groupId),
      at: record.at,
    })
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''.*\.xlsx$/,
    )
    const [about, documents, answers] = await tablesOf(response)
    const cells = (documents?.rows ?? []).slice(1).map((row) => row.join('|'))
    expect(cells).toHaveLength(2)
    expect(cells[0]).toContain('계약')
    expect(cells[1]).toContain('임대차.pdf')
    expect(cells[1]).toContain(sha256(pdf(1)))
    expect(cells.join()).not.toMatch(/인사|급여|나중/)
    expect(cells.join()).not.toContain(sha256(pdf(2)))
    expect(JSON.stringify(answers?.rows)).toContain('없습니다')
    expect(JSON.stringify(answers?.rows)).not.toContain('나중의 답변')
    expect(JSON.stringify(about?.rows)).toContain('서명하지 않은 목록')
    expect(JSON.stringify(about?.rows)).not.toContain('verify.html')
    expect(await recordsOf(operator)).toHaveLength(1)

    const printed = await fetchIndex(operator, {
      format: 'pdf',
      groupId: String(groupId),
      at: record.at,
    })
    expect(
      Buffer.from(await printed.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const [last, before, older] = await events(operator)
    expect(JSON.stringify([last, before])).toMatch(/PDF.*XLSX/)
    expect(JSON.stringify(last)).toMatch(/기준, 2개/)
    expect(JSON.stringify(older)).not.toContain('색인 내보내기')
  })

  it('is made by full operators alone, of a group of the room, for a moment that it has seen', async () => {
    const { operator, room, client, groupId } = await roomWithBidder(app)
    const { record } = await made(operator, groupId)
    const logged = (await events(operator)).length
    const asked = { format: 'xlsx', groupId: String(groupId), at: record.at }
    const { client: content } = await contentOperator(app, room)
    const foreign = await newGroup(await app.room(), '다른 방', 'view')
    const refusals = [
      [client, asked, 'NOT_OPERATOR'],
      [content, asked, 'RIGHTS_DENIED'],
      [operator, { ...asked, groupId: String(foreign) }, 'NOT_FOUND'],
      [operator, { ...asked, at: '2099-01-01T00:00:00.000Z' }, 'BAD_REQUEST'],
      [operator, { ...asked, at: '2001-01-01T00:00:00.000Z' }, 'DISCLOSURE_NO_GROUP'],
      [operator, { ...asked, at: 'yesterday' }, 'BAD_REQUEST'],
      [operator, { ...asked, format: 'csv' }, 'BAD_REQUEST'],
      [operator, { format: 'xlsx', at: record.at }, 'BAD_REQUEST'],
    ] as const
    for (const [caller, query, code] of refusals) {
      const response = await fetchIndex(caller, query)
      expect(response.status, code).toBeGreaterThanOrEqual(400)
      expect(response.status, code).toBeLessThan(500)
      expect(await response.json(), JSON.stringify(query)).toMatchObject({ code })
    }
    expect(await events(operator)).toHaveLength(logged)
  })
})
