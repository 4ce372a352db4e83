import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWholeArchive } from '../../../../contract/proof/verify-archive.ts'
import { zippedFiles } from '../../../../contract/proof/zip-files.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { verdictOf } from '../../../test/scenarios/archives.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import {
  fetchRecord,
  fix,
  listedPaths,
  made,
  recordsOf,
  roomWithBidder,
  withoutNumbers,
} from '../../../test/scenarios/disclosures.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { putStaged, unpublish } from '../../../test/scenarios/publishing.ts'
import { configure, enter, written } from '../../../test/scenarios/threads.ts'

const pdf = (pages: number) => makePdf(pages)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a disclosure record', () => {
  it('says what the group sees, with versions and hashes, and nothing of what it does not', async () => {
    const { operator, room, groupId } = await roomWithBidder(app)
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'live', scope: 'room' },
    })
    const folder = await operator.newFolder('계약')
    const hidden = await operator.newFolder('인사')
    await operator.put('정관.pdf', pdf(1))
    await operator.put('임대차.pdf', pdf(1), folder)
    await operator.upload([['임대차.pdf', pdf(3)]], folder, 'replace')
    await operator.put('급여.pdf', pdf(1), hidden)
    await putStaged(operator, '합병 비율.pdf', pdf(1), folder)
    await operator.deleteItem(await operator.put('잘못 올린 것.pdf', pdf(1)))
    await grant(
      room,
      { groupId, itemId: hidden, level: 'none' },
      { groupId, itemId: folder, level: 'print' },
    )

    const { record, content, files } = await made(operator, groupId)
    expect(content).toMatchObject({ group: { name: '매수인 갑' }, isPast: false })
    expect(content.items.map(({ number, path }) => `${number} ${path.join('/')}`)).toEqual([
      '1 계약',
      '1.1 계약/임대차.pdf',
      '3 정관.pdf',
    ])
    expect(content.items[1]).toMatchObject({
      version: 2,
      sha256: sha256(pdf(3)),
      size: pdf(3).length,
      level: 'print',
      kind: 'document',
    })
    expect(content.items[2]).toMatchObject({ version: 1, sha256: sha256(pdf(1)), level: 'view' })
    expect(record).toMatchObject({
      group: '매수인 갑',
      groupId,
      documents: 2,
      answers: 0,
      createdBy: expect.any(String),
    })
    for (const [name, bytes] of files)
      if (name !== 'verify.html') expect(bytes.toString(), name).not.toMatch(/인사|급여|합병|잘못/)
  })

  it('is verified offline as an archive is, and its hash is in the log; a changed file is found', async () => {
    const { operator, room, groupId } = await roomWithBidder(app)
    await operator.put('정관.pdf', pdf(1))
    const { record, files, bytes } = await made(operator, groupId)
    // The verifying programs' zip reader is the strictest.
    const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
    const zipped = await zippedFiles({ size: bytes.length, read })
    await Promise.all(zipped.map((file) => file.offset()))
    expect(zipped.map(({ path }) => path)).toEqual([...files.keys()])
    expect([...files.keys()]).toEqual([
      ...[
        'disclosure.json',
        'disclosure.xlsx',
        'disclosure.en.xlsx',
        'disclosure.pdf',
        'disclosure.en.pdf',
      ],
      ...['log/checkpoint.txt', 'verify.html', 'manifest.json', 'manifest.note'],
    ])
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
    expect((await verdictOf(files)).manifest).toMatchObject({
      scope: 'disclosure',
      group: '매수인 갑',
      at: record.at,
    })
    expect(record.sha256).toBe(sha256(files.get('manifest.json') ?? Buffer.alloc(0)))
    const { json } = await operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`, {
      query: { type: 'export' },
    })
    expect(JSON.stringify(json.payload)).toContain(record.sha256)

    const changed = new Map(files).set(
      'disclosure.json',
      Buffer.from(`${files.get('disclosure.json')?.toString().replace('정관', '정권')}`),
    )
    expect(await verdictOf(changed)).toMatchObject({ changed: ['disclosure.json'] })
    const relisted = new Map(files).set(
      'manifest.json',
      Buffer.from(`${files.get('manifest.json')} `),
    )
    expect(await verdictOf(relisted)).toMatchObject({ fault: 'OTHER_MANIFEST' })
  })

  it('holds the answers that the group had, and neither drafts of answers nor those of others', async () => {
    const { operator, room, reader, groupId } = await roomWithBidder(app)
    await configure(room, { approval: true })
    const rival = await app.participant(room, '박경쟁')
    const rivals = await newGroup(room, '매수인 을', 'view')
    await moveInto(room, rivals, [rival])
    const [asked, waiting, foreign] = [
      await written(reader.client, { title: '보증', text: '지급보증이 있습니까?' }),
      await written(reader.client, { title: '소송', text: '진행 중인 소송이 있습니까?' }),
      await written(rival.client, { title: '남의 질의', text: '남의 비밀' }),
    ]
    await enter(operator, foreign.id, 'ANSWER', '남의 답변')
    await enter(operator, waiting.id, 'ANSWER', '승인을 기다리는 답변')
    const before = await made(operator, groupId)
    expect(before.content.answers).toEqual([])
    await configure(room, { approval: false })
    await enter(operator, asked.id, 'ANSWER', '없습니다')
    const { content, record } = await made(operator, groupId)
    expect(
      content.answers.map(({ number, answers }) => [number, answers.map(({ text }) => text)]),
    ).toEqual([['Q-001', ['없습니다']]])
    expect(record.answers).toBe(1)
    expect(JSON.stringify(content)).not.toMatch(/승인을 기다리는|남의/)
    const update = { id: groupId, roomId: room.roomId, shared: false }
    expect((await operator.call('POST', '/room/api/group/update', { body: update })).http).toBe(200)
    expect((await made(operator, groupId)).record.answers).toBe(1)
    expect((await made(operator, groupId, before.record.at)).content.answers).toEqual([])
  })

  it('says afterwards what the group could see at a moment, whatever was done since', async () => {
    const { operator, room, groupId } = await roomWithBidder(app)
    const [folder, other] = [await operator.newFolder('가'), await operator.newFolder('나')]
    const [first, second, third] = [
      await operator.put('1.pdf', pdf(1), folder),
      await operator.put('2.pdf', pdf(2), folder),
      await operator.put('3.pdf', pdf(3), other),
    ]
    const then = await made(operator, groupId)
    await operator.upload([['1.pdf', pdf(4)]], folder, 'replace')
    await operator.renameItem(second, '이름을 바꾼 것.pdf')
    await operator.moveItem(second, 0)
    await operator.deleteItem(third)
    await unpublish(room, [first])
    await operator.put('나중에 온 것.pdf', pdf(1), other)
    await grant(
      room,
      { groupId, itemId: 0, level: 'download' },
      { groupId, itemId: folder, level: 'none' },
    )
    const now = await made(operator, groupId)
    const again = await made(operator, groupId, then.record.at)
    expect(again.content).toMatchObject({ isPast: true, at: then.record.at })
    expect(withoutNumbers(again.content)).toEqual(withoutNumbers(then.content))
    expect(now.content.items.map(({ path, level }) => [path.join('/'), level])).toEqual([
      ['나', undefined],
      ['나/나중에 온 것.pdf', 'download'],
      ['이름을 바꾼 것.pdf', 'download'],
    ])
    await operator.destroyItem(third)
    const paths = async () =>
      (await made(operator, groupId, then.record.at)).content.items.map(({ path }) =>
        path.join('/'),
      )
    await expect.poll(paths, { timeout: 20_000 }).not.toContain('나/3.pdf')
  })

  it('says how many documents it cannot place, since their folder of then is gone', async () => {
    const { operator, groupId } = await roomWithBidder(app)
    const [folder, other] = [await operator.newFolder('가'), await operator.newFolder('나')]
    const file = await operator.put('계약서.pdf', pdf(1), folder)
    const then = await made(operator, groupId)
    await operator.moveItem(file, other)
    await operator.deleteItem(folder)
    expect(await operator.destroyItem(folder)).toMatchObject({ http: 200, json: { status: 'OK' } })
    const unplaced = async () => (await made(operator, groupId, then.record.at)).content.unplaced
    await expect.poll(unplaced, { timeout: 20_000 }).toBe(1)
    const { content } = await made(operator, groupId, then.record.at)
    expect(content.items.map(({ path }) => path.join('/'))).toEqual(['나'])
    expect(content.notes.join(' ')).toContain('1 document is not included')
    expect((await made(operator, groupId)).content).toMatchObject({ unplaced: 0, notes: [] })
  })

  it('numbers what was restored as the lists do', async () => {
    const { operator, client, groupId } = await roomWithBidder(app)
    const number = { id: client.me.roomId, numbering: 'live', scope: 'room' }
    for (const name of ['다.pdf', '나.pdf']) await operator.put(name, pdf(1))
    await operator.call('POST', '/room/api/room/update/index', { body: number })
    const last = (await operator.items()).at(-1)?.id ?? 0
    await operator.deleteItem(last)
    await operator.put('가.pdf', pdf(1))
    await operator.restoreItem(last)
    const { content } = await made(operator, groupId)
    expect(content.items.map(({ path }) => path.join('/'))).toEqual(await listedPaths(client))
    expect(content.items.map(({ number: own }) => own)).toEqual(
      (await client.items()).map(({ index }) => index),
    )
  })

  it('is made and fetched by full operators alone, of groups of the room, and of no moment to come', async () => {
    const { operator, room, client, groupId } = await roomWithBidder(app)
    const { record } = await made(operator, groupId)
    const other = await app.room()
    const foreign = await newGroup(other, '다른 방', 'view')
    const { client: content } = await contentOperator(app, room)
    for (const [caller, code] of [
      [client, 'NOT_OPERATOR'],
      [content, 'RIGHTS_DENIED'],
    ] as const) {
      expect(await fix(caller, groupId)).toMatchObject({ json: { code } })
      expect(await (await fetchRecord(caller, record.id)).json()).toMatchObject({ code })
    }
    expect(await fix(operator, foreign)).toMatchObject({ http: 404 })
    expect(await fix(operator, groupId, '2099-01-01T00:00:00.000Z')).toMatchObject({ http: 400 })
    expect(
      (await other.operator.fetch('GET', `/room/api/disclosure/file/${other.roomId}/${record.id}`))
        .status,
    ).toBe(404)
    expect(await recordsOf(operator)).toHaveLength(1)
    expect(await recordsOf(other.operator)).toEqual([])
  })
})
