import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { grant } from '../../../test/scenarios/groups.ts'
import { putStaged, roomWithReader } from '../../../test/scenarios/publishing.ts'
import { askStructure, expectDocuments, expectedIn } from '../../../test/scenarios/structures.ts'
import { opened, written } from '../../../test/scenarios/threads.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const change = (client: WireClient, call: string, fields: object): Promise<WireAnswer> =>
  client.call('POST', `/room/api/file/expected/${call}`, {
    body: { roomId: client.me.roomId, ...fields },
  })

const number = (client: WireClient, numbering: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/update/index', { body: { id: client.me.roomId, numbering } })

const namesOf = async (client: WireClient, query = ''): Promise<string[]> =>
  (await expectedIn(client, query)).rows.map(({ folder, name, index, item }) =>
    [index, folder === '' ? name : `${folder}/${name}`, item && `(${item.name})`]
      .filter(Boolean)
      .join(' '),
  )

const numbered = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ index, name }) => `${index} ${name}`)

describe('expected documents', () => {
  it('are missing until a document of their name is uploaded, of whatever type, and again while it lies in the trash', async () => {
    const { room, operator } = await roomWithReader(app)
    const folder = await operator.newFolder('회사')
    const { added, skipped } = await expectDocuments(
      operator,
      ['정관.docx', '주주 명부', '정관', 'a/b', '  '],
      folder,
    )
    expect(added).toMatchObject([
      { name: '정관', isReceived: false },
      { name: '주주 명부', isReceived: false },
    ])
    expect(skipped).toEqual([
      { name: '정관', code: 'EXPECTED' },
      { name: 'a/b', code: 'NAME' },
      { name: '  ', code: 'NAME' },
    ])
    await operator.newFolder('정관', folder)
    await operator.put('정관.pdf', PDF)
    expect(await namesOf(operator, `parent=${folder}`)).toEqual(['회사/정관', '회사/주주 명부'])
    const id = await operator.put('정관.PDF', PDF, folder)
    expect(await namesOf(operator, `parent=${folder}`)).toEqual(['회사/주주 명부'])
    expect(await namesOf(operator, 'deep=true&state=received')).toEqual(['회사/정관 (정관.PDF)'])
    expect(await namesOf(operator)).toEqual([])
    const [listed] = await operator.items()
    expect(listed).toMatchObject({ id: folder, expected: { total: 2, missing: 1 } })
    expect((await operator.list(folder)).json).toMatchObject({ expected: { total: 2, missing: 1 } })

    await operator.deleteItem(id)
    expect((await expectedIn(operator, 'deep=true')).counts).toEqual({ total: 2, missing: 2 })
    await operator.restoreItem(id)
    expect((await expectedIn(operator, 'deep=true')).counts).toEqual({ total: 2, missing: 1 })
    await operator.deleteItem(folder)
    expect((await expectedIn(operator, 'deep=true')).counts).toEqual({ total: 0, missing: 0 })
    const kinds = (await app.logged(room.roomId)).filter((kind) =>
      kind.startsWith('document.expect'),
    )
    expect(kinds.sort()).toEqual(['document.expectation-met', 'document.expected'])
  })

  it('are fulfilled by documents that are there already, and by those that an operator names', async () => {
    const { operator } = await roomWithReader(app)
    await operator.put('정관.pdf', PDF)
    const { added } = await expectDocuments(operator, ['정관', '사업자등록증'])
    expect(added.map(({ isReceived }) => isReceived)).toEqual([true, false])
    const scan = await operator.put('scan001.pdf', PDF)
    const id = added[1]?.id ?? 0
    expect((await change(operator, 'fulfil', { id, itemId: scan })).http).toBe(200)
    expect(await namesOf(operator, 'state=all')).toEqual([
      '정관 (정관.pdf)',
      '사업자등록증 (scan001.pdf)',
    ])
    expect((await operator.items()).map(({ name }) => name)).toEqual(['scan001.pdf', '정관.pdf'])
    const folder = await operator.newFolder('폴더')
    for (const itemId of [folder, 987_654])
      expect((await change(operator, 'fulfil', { id, itemId })).json.code).toBe('NOT_FOUND')
    await change(operator, 'fulfil', { id, itemId: null })
    expect(await namesOf(operator)).toEqual(['사업자등록증'])
  })

  it('are renamed and removed, and a removal is undone', async () => {
    const { operator } = await roomWithReader(app)
    const { added } = await expectDocuments(operator, ['가', '나'])
    const ids = added.map(({ id }) => id)
    expect((await change(operator, 'update', { id: ids[0], name: '나' })).json.code).toBe(
      'NAME_EXISTS',
    )
    expect((await change(operator, 'update', { id: ids[0], name: 'x/y' })).json.code).toBe(
      'NAME_UNUSABLE',
    )
    expect((await change(operator, 'update', { id: ids[0], name: '다.pdf' })).http).toBe(200)
    expect(await namesOf(operator)).toEqual(['다', '나'])
    expect((await change(operator, 'remove', { ids: [...ids, 987_654] })).json.payload).toEqual({
      changed: 2,
    })
    expect(await namesOf(operator)).toEqual([])
    expect((await change(operator, 'remove', { ids })).json.payload).toEqual({ changed: 0 })
    await expectDocuments(operator, ['나'])
    expect((await change(operator, 'remove', { ids, undo: true })).json.payload).toEqual({
      changed: 1,
    })
    expect(await namesOf(operator)).toEqual(['다', '나'])
    expect((await change(operator, 'update', { id: ids[1], name: '라' })).json.code).toBe(
      'NOT_FOUND',
    )
  })

  it('are moved to another folder, with the next number there and its place at the end, and back', async () => {
    const { room, operator } = await roomWithReader(app)
    const folder = await operator.newFolder('회사')
    await operator.put('정관.pdf', PDF, folder)
    await number(operator, 'fixed')
    const { added } = await expectDocuments(operator, ['가', '나'])
    await expectDocuments(operator, ['나'], folder)
    const [first = 0, second = 0] = added.map(({ id }) => id)
    expect(await namesOf(operator, 'deep=true')).toEqual(['2 가', '3 나', '1.2 회사/나'])
    expect((await change(operator, 'update', { id: second, parent: folder })).json.code).toBe(
      'NAME_EXISTS',
    )
    for (const parent of [987_654, (await operator.items(folder))[0]?.id])
      expect((await change(operator, 'update', { id: first, parent })).json.code).toBe('NOT_FOUND')
    expect((await change(operator, 'update', { id: first, parent: folder })).http).toBe(200)
    expect(await namesOf(operator, 'deep=true')).toEqual(['3 나', '1.2 회사/나', '1.3 회사/가'])
    await operator.put('가.pdf', PDF, folder)
    expect(await numbered(operator, folder)).toEqual(['1.1 정관.pdf', '1.3 가.pdf'])
    expect(
      (await change(operator, 'update', { id: second, name: '다', parent: folder })).http,
    ).toBe(200)
    expect((await change(operator, 'update', { id: second, parent: 0 })).http).toBe(200)
    expect(await namesOf(operator, 'deep=true')).toEqual(['4 다', '1.2 회사/나'])
    const other = await app.room()
    expect((await change(other.operator, 'update', { id: second, parent: 0 })).json.code).toBe(
      'NOT_FOUND',
    )
    const moves = (await app.logged(room.roomId)).filter(
      (kind) => kind === 'document.expectation-changed',
    )
    expect(moves).toHaveLength(3)
  })

  it('hold a fixed number and a place, which the document takes', async () => {
    const { operator } = await roomWithReader(app)
    await operator.newFolder('회사')
    await number(operator, 'fixed')
    const table =
      '번호,이름,종류\n1,회사,폴더\n1.1,정관.pdf,문서\n1.2,등기,폴더\n1.3,주주 명부,문서\n2,계약,폴더\n2.1,차입 계약,문서\n2.2,담보,폴더\n'
    const preview = await askStructure(operator, { file: table })
    expect(preview.json.payload).toMatchObject({
      counts: { new: 3, same: 1, expected: 3, document: 0, error: 0 },
    })
    expect((await expectedIn(operator, 'deep=true')).counts.total).toBe(0)
    await askStructure(operator, { file: table, apply: true })
    expect(await namesOf(operator, 'deep=true')).toEqual([
      '1.1 회사/정관',
      '1.3 회사/주주 명부',
      '2.1 계약/차입 계약',
    ])
    const [company, contracts] = await operator.items()
    expect(await numbered(operator, company?.id)).toEqual(['1.2 등기'])
    await operator.put('다른 문서.pdf', PDF, company?.id)
    await operator.put('주주 명부.xlsx.pdf', PDF, company?.id)
    await operator.put('주주 명부.pdf', PDF, company?.id)
    await operator.put('정관.pdf', PDF, company?.id)
    await operator.put('차입 계약.pdf', PDF, contracts?.id)
    expect(await numbered(operator, company?.id)).toEqual([
      '1.1 정관.pdf',
      '1.2 등기',
      '1.3 주주 명부.pdf',
      '1.4 다른 문서.pdf',
      '1.5 주주 명부.xlsx.pdf',
    ])
    expect(await numbered(operator, contracts?.id)).toEqual(['2.1 차입 계약.pdf', '2.2 담보'])
    expect(await askStructure(operator, { file: table })).toMatchObject({
      json: { payload: { counts: { new: 0, same: 7, expected: 0 } } },
    })
  })

  it('keep their numbers apart from those of items when a folder is numbered again', async () => {
    const { operator } = await roomWithReader(app)
    await operator.put('1.pdf', PDF)
    await expectDocuments(operator, ['기다림'])
    await operator.put('3.pdf', PDF)
    await number(operator, 'fixed')
    expect(await numbered(operator)).toEqual(['1 1.pdf', '2 3.pdf'])
    expect(await namesOf(operator)).toEqual(['3 기다림'])
    const [first] = await operator.items()
    await operator.deleteItem(first?.id ?? 0)
    await operator.call('POST', '/room/api/file/renumber', {
      body: { roomId: operator.me.roomId, parent: 0, apply: true },
    })
    expect(await numbered(operator)).toEqual(['1 3.pdf'])
    expect(await namesOf(operator)).toEqual(['2 기다림'])
    await operator.put('4.pdf', PDF)
    await operator.put('기다림.pdf', PDF)
    expect(await numbered(operator)).toEqual(['1 3.pdf', '2 기다림.pdf', '3 4.pdf'])
  })

  it('are left out of a table that is read without them', async () => {
    const { operator } = await roomWithReader(app)
    const asked = { file: '단계,이름,종류\n1,회사,폴더\n2,정관.pdf,문서\n', expects: false }
    expect((await askStructure(operator, { ...asked, apply: true })).json.payload).toMatchObject({
      counts: { new: 1, expected: 0, document: 1 },
    })
    expect((await expectedIn(operator, 'deep=true')).counts.total).toBe(0)
  })

  it('answer the request that they are tied to once readers may see the document', async () => {
    const { operator, client } = await roomWithReader(app)
    const { id: threadId } = await written(client, { type: 'REQUEST', title: '정관을 주십시오' })
    const { id: question } = await written(client)
    const links = async () =>
      (await opened(operator, threadId)).entries.flatMap((entry) =>
        entry.links.map(({ name }) => name),
      )
    for (const wrong of [question, crypto.randomUUID()]) {
      const body = { roomId: operator.me.roomId, parent: 0, names: ['잘못'], threadId: wrong }
      expect((await operator.call('POST', '/room/api/file/expected', { body })).json.status).toBe(
        'EXCEPTION',
      )
    }
    await expectDocuments(operator, ['정관', '정관 개정안'], 0, { threadId })
    expect((await expectedIn(operator)).rows).toMatchObject([
      { name: '정관', threadId },
      { name: '정관 개정안', threadId },
    ])
    await putStaged(operator, '정관 개정안.pdf', PDF)
    expect(await links()).toEqual([])
    await operator.put('정관.pdf', PDF)
    expect(await links()).toEqual(['정관.pdf'])
    expect((await opened(client, threadId)).entries.at(-1)).toMatchObject({
      kind: 'ANSWER',
      links: [{ name: '정관.pdf' }],
    })
  })

  it('answer a request once: for many documents together, not again after an undo, and not about what its group does not see', async () => {
    const { operator, client, room } = await roomWithReader(app)
    const { id: threadId } = await written(client, { type: 'REQUEST', title: '계약서를 주십시오' })
    const answers = async () =>
      (await opened(operator, threadId)).entries
        .filter(({ kind }) => kind === 'ANSWER')
        .map(({ links }) => links.map(({ name }) => name))
    const hidden = await operator.newFolder('클린 팀')
    await grant(room, { groupId: (await groupOf(operator)) ?? 0, itemId: hidden, level: 'none' })
    await expectDocuments(operator, ['비밀'], hidden, { threadId })
    await operator.put('비밀.pdf', PDF, hidden)
    expect(await answers()).toEqual([])

    const { added } = await expectDocuments(operator, ['가', '나'], 0, { threadId })
    const uploaded = await operator.upload([
      ['가.pdf', PDF],
      ['나.pdf', PDF],
    ])
    expect((await answers()).map((names) => names.sort())).toEqual([['가.pdf', '나.pdf']])
    const [first] = uploaded.json.payload as { id: number }[]
    for (const itemId of [null, first?.id])
      await change(operator, 'fulfil', { id: added[0]?.id, itemId })
    expect(await answers()).toHaveLength(1)

    await expectDocuments(operator, ['다'], 0, { threadId })
    const form = operator.uploadForm(0, 4)
    form.set('threadId', threadId)
    form.append('file', new Blob([PDF]), '다.pdf')
    await operator.call('POST', '/room/api/file/upload', { form })
    expect((await answers()).at(-1)).toEqual(['다.pdf'])
    expect(await answers()).toHaveLength(2)
    expect(await namesOf(operator, 'deep=true')).toEqual([])
  })

  it('keep their number through a wrong choice, and get another one where it was given away by renumbering', async () => {
    const { operator } = await roomWithReader(app)
    const scan = await operator.put('스캔.pdf', PDF)
    await number(operator, 'fixed')
    const { added } = await expectDocuments(operator, ['가', '나'])
    const [first, second] = added.map(({ id }) => id)
    expect(await namesOf(operator)).toEqual(['2 가', '3 나'])
    for (const itemId of [scan, null]) await change(operator, 'fulfil', { id: first, itemId })
    expect(await namesOf(operator)).toEqual(['2 가', '3 나'])

    await change(operator, 'remove', { ids: [first] })
    await operator.call('POST', '/room/api/file/renumber', {
      body: { roomId: operator.me.roomId, parent: 0, apply: true },
    })
    expect(await namesOf(operator)).toEqual(['2 나'])
    await operator.put('셋.pdf', PDF)
    await change(operator, 'remove', { ids: [first], undo: true })
    expect((await namesOf(operator)).sort()).toEqual(['2 나', '4 가'])
    await operator.put('가.pdf', PDF)
    await change(operator, 'fulfil', { id: second, itemId: scan })
    expect((await numbered(operator)).sort()).toEqual(['1 스캔.pdf', '3 셋.pdf', '4 가.pdf'])
  })

  it('are for operators alone, and leave no trace for others', async () => {
    const { operator, client, room } = await roomWithReader(app)
    const folder = await operator.newFolder('회사')
    const before = [(await client.list()).text, (await client.list(folder)).text]
    const { added } = await expectDocuments(operator, ['비밀 합의서'], folder)
    expect([(await client.list()).text, (await client.list(folder)).text]).toEqual(before)
    for (const refused of [
      await client.call('GET', `/room/api/file/expected/list/${client.me.roomId}`),
      await change(client, 'fulfil', { id: added[0]?.id, itemId: null }),
    ])
      expect(refused.http).toBe(403)
    const viewer = await operator.viewerOf({ groupId: (await groupOf(operator)) ?? 0 })
    expect((await viewer.list(folder)).text).not.toContain('expected')
    const other = await roomWithReader(app)
    expect(
      (await change(other.operator, 'fulfil', { id: added[0]?.id, itemId: null })).json.code,
    ).toBe('NOT_FOUND')
    expect(
      (
        await other.operator.call(
          'GET',
          `/room/api/file/expected/list/${other.room.roomId}?parent=${folder}`,
        )
      ).json.code,
    ).toBe('NOT_FOUND')
    const content = await contentOperator(app, room)
    expect(await namesOf(content.client, 'deep=true')).toEqual(['회사/비밀 합의서'])
  })

  it('are limited, and all of one call or none', async () => {
    const { operator } = await roomWithReader(app)
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `문서 ${from + index}`)
    for (let from = 0; from < LIMITS.expectedDocuments; from += LIMITS.expectedPerCall)
      await expectDocuments(operator, names(from, LIMITS.expectedPerCall))
    const body = { roomId: operator.me.roomId, parent: 0, names: ['하나 더'] }
    expect(await operator.call('POST', '/room/api/file/expected', { body })).toMatchObject({
      http: 422,
      json: { code: 'EXPECTED_LIMIT' },
    })
    const { rows, counts } = await expectedIn(operator)
    expect([rows.length, counts.total]).toEqual([LIMITS.expectedShown, LIMITS.expectedDocuments])
    expect(rows.slice(0, 3).map(({ name }) => name)).toEqual(names(0, 3))
  })
})

const groupOf = async (operator: WireClient): Promise<number | undefined> => {
  const { json } = await operator.call('GET', `/room/api/group/list/${operator.me.roomId}`)
  return (json.payload as ItemRecord[])[0]?.id
}
