import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../../contract/features/activity/activity-sentences.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { TUS } from '../../../test/harness/tus.ts'
import type { ItemRecord, WireAnswer } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { PDF, waiting } from '../../../test/scenarios/documents/waiting.ts'
import { newGroup } from '../../../test/scenarios/groups.ts'
import { itemNamed, publish, unpublish } from '../../../test/scenarios/publishing.ts'
import {
  type Dropping,
  roomWithDropFolder,
  setDropFolder,
  submissionsOf,
  submit,
} from '../../../test/scenarios/submissions.ts'
import { openEar } from '../../../test/servers/open-ear.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
})
afterAll(() => app.close())

const nameIn = ({ headers }: WireAnswer): string =>
  decodeURIComponent(headers.get('sealroom-name') ?? '')

describe('a submission', () => {
  it('waits for operators alone, keeps the name that it was sent with, and is receipted to its sender', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, rival, folder } = dropping
    const ear = await openEar(rival.client)
    expect(nameIn(await submit(rival.client, folder, '제안서.pdf', PDF))).toBe('제안서.pdf')
    expect(nameIn(await submit(bidder.client, folder, '제안서.pdf', makePdf(2)))).toBe('제안서.pdf')

    for (const { client } of [bidder, rival]) {
      const { json } = await client.list(folder)
      expect(json).toMatchObject({
        payload: [],
        counts: { folders: 0, files: 0 },
        isDropFolder: true,
      })
      expect((await client.list(0, { keword: '제안서' })).json.payload).toEqual([])
      expect(await itemNamed(client, '입찰 서류')).toMatchObject({
        itemCount: 0,
        isDropFolder: true,
      })
    }
    expect(ear.heard.filter(({ type }) => type === 'items')).toEqual([])
    ear.hangUp()
    const [own] = (await submissionsOf(bidder.client, folder)).json.payload as object[]
    expect(own).toMatchObject({ name: '제안서.pdf', size: makePdf(2).length })
    expect(own).not.toHaveProperty('itemId')

    expect(
      (await waiting(dropping)).map(({ path, state, submitted }) => [
        path,
        state,
        submitted?.by,
        submitted?.group,
      ]),
    ).toEqual([
      ['입찰 서류/제안서 (2).pdf', 'staged', '이인수', '인수인 A'],
      ['입찰 서류/제안서.pdf', 'staged', '박경쟁', '인수인 B'],
    ])
    const [item] = await waiting(dropping)
    expect((await operator.call('GET', `/room/api/file/prepareFile/${item?.id}`)).http).toBe(200)
    expect((await bidder.client.call('GET', `/room/api/file/prepareFile/${item?.id}`)).http).toBe(
      404,
    )
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.submitted'),
    ).toHaveLength(2)
    expect(await app.logged(room.roomId)).not.toContain('document.uploaded')
  })

  it('is mailed to full operators without its name, and says to operators of content nothing of people', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, rival, folder } = dropping
    const content = await contentOperator(app, room)
    await submit(bidder.client, folder, '비밀 제안.pdf', PDF)
    const mails = async (email: string) =>
      (await app.mailsTo(email)).filter(({ subject }) => subject?.includes('제출 자료'))
    await eventually(async () => expect(await mails(operator.me.email)).toHaveLength(1))
    const [mail] = await mails(operator.me.email)
    expect(mail?.text).toContain('· 이인수 (인수인 A) / 입찰 서류: 1')
    expect(mail?.text).not.toContain('비밀')
    for (const { email } of [bidder, rival, content]) expect(await mails(email)).toEqual([])
    const [seen] = await content.client.items(folder)
    expect(seen).toMatchObject({ name: '비밀 제안.pdf', state: 'staged' })
    expect(seen).not.toHaveProperty('submitted')
  })

  it('is receipted to its sender only, also when operators delete it', async () => {
    const dropping = await roomWithDropFolder(app)
    const { operator, bidder, rival, folder } = dropping
    for (const name of ['하나.pdf', '둘.pdf', '셋.pdf'])
      await submit(bidder.client, folder, name, PDF)
    const [last] = await waiting(dropping)
    await operator.deleteItem(last?.id ?? 0)
    await operator.call('POST', '/room/api/file/trash/destroy', {
      body: { fileId: last?.id, id: operator.me.id, roomId: operator.me.roomId },
    })
    await runJob(app, 'documents.purge')
    const first = await submissionsOf(bidder.client, folder, { limit: 2 })
    const rest = await submissionsOf(bidder.client, folder, {
      limit: 2,
      cursor: first.json.nextCursor,
    })
    const names = ({ json }: WireAnswer) => (json.payload as ItemRecord[]).map(({ name }) => name)
    expect([names(first), names(rest)]).toEqual([['셋.pdf', '둘.pdf'], ['하나.pdf']])
    expect(names(await submissionsOf(rival.client, folder))).toEqual([])
    expect((await submissionsOf(bidder.client, folder, { cursor: 'x' })).http).toBe(400)
  })
})

describe('the publication of a drop folder', () => {
  it('leaves staged what was submitted there, until it is named itself', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, rival, folder } = dropping
    await submit(bidder.client, folder, '하나.pdf', PDF)
    await unpublish(room, [folder])
    expect((await publish(room, [folder])).json.payload).toMatchObject({
      documents: 0,
      folders: 1,
      submitted: 1,
    })
    expect(await rival.client.items(folder)).toEqual([])
    const [item] = await operator.items(folder)
    expect((await publish(room, [folder, item?.id ?? 0])).json.payload).toMatchObject({
      documents: 1,
      submitted: 0,
    })
    expect(await rival.client.items(folder)).toMatchObject([{ name: '하나.pdf' }])
    expect((await rival.client.items(folder))[0]).not.toHaveProperty('submitted')
    await unpublish(room, [folder])
    await publish(room, [folder])
    expect(await rival.client.items(folder)).toHaveLength(1)
  })

  it('leaves staged copies of it as well, by any operator and under any name', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, rival, folder } = dropping
    await submit(bidder.client, folder, '하나.pdf', PDF)
    const [item] = await operator.items(folder)
    const content = await contentOperator(app, room)
    const other = await operator.newFolder('자료')
    await unpublish(room, [other])
    await content.client.copyItem(item?.id ?? 0, '무해.pdf', other)
    await operator.copyItem(folder, '보관', 0)
    const copied = await itemNamed(operator, '보관')
    await unpublish(room, [copied?.id ?? 0])
    const outcome = await publish(room, [copied?.id ?? 0, other])
    expect(outcome.json.payload).toMatchObject({ documents: 0, folders: 2, submitted: 2 })
    for (const parent of [copied?.id ?? 0, other])
      expect(await rival.client.items(parent)).toEqual([])
  })

  it('ordered for a time takes what was named then, and nothing that came later', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, bidder, rival, folder } = dropping
    await submit(bidder.client, folder, '하나.pdf', PDF)
    const [item] = await waiting(dropping)
    const at = new Date(app.clock.now().getTime() + 600_000).toISOString()
    expect((await publish(room, [folder, item?.id ?? 0], { at })).json.payload).toMatchObject({
      documents: 1,
      submitted: 0,
    })
    await submit(bidder.client, folder, '둘.pdf', PDF)
    app.clock.advance(600_001)
    await runJob(app, 'documents.publish-due')
    expect((await rival.client.items(folder)).map(({ name }) => name)).toEqual(['하나.pdf'])
    expect((await waiting(dropping)).map(({ name }) => name)).toEqual(['둘.pdf'])
  })
})

describe('what a submission says', () => {
  it('to its sender: no id, no number of others', async () => {
    const { operator, bidder, rival, folder } = await roomWithDropFolder(app)
    const first = await submit(bidder.client, folder, '하나.pdf', PDF)
    for (const name of ['가.pdf', '나.pdf', '다.pdf']) await submit(rival.client, folder, name, PDF)
    await operator.put('그 밖.pdf', PDF)
    const second = await submit(bidder.client, folder, '둘.pdf', PDF)
    for (const { headers } of [first, second]) expect(headers.get('sealroom-item')).toBeNull()
    const { json } = await submissionsOf(bidder.client, folder, { limit: 1 })
    expect((json.payload as { id: number }[])[0]?.id).toBe(2)
    expect(JSON.parse(Buffer.from(json.nextCursor ?? '', 'base64url').toString())).toEqual([2])
  })

  it('to operators of content: nothing of its sender, and to others no more than is so', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, folder } = dropping
    await submit(bidder.client, folder, '하나.pdf', PDF)
    const [item] = await operator.items(folder)
    const content = await contentOperator(app, room)
    expect((await content.client.versions(item?.id ?? 0)).json.payload).toMatchObject([
      { uploadedBy: '' },
    ])
    expect((await operator.versions(item?.id ?? 0)).json.payload).toMatchObject([
      { uploadedBy: '이인수' },
    ])
    await content.client.upload([['하나.pdf', makePdf(2)]], folder, 'replace')
    expect((await waiting(dropping))[0]).not.toHaveProperty('submitted')
    expect((await publish(room, [folder])).json.payload).toMatchObject({ submitted: 1 })
  })

  it('is checked before it is published by name, also with its folder', async () => {
    const { room, operator, bidder, folder } = await roomWithDropFolder(app)
    await submit(bidder.client, folder, '하나.pdf', PDF)
    const [item] = await operator.items(folder)
    const total = async (ids: readonly number[]) =>
      (await operator.call('POST', '/room/api/file/check', { body: { roomId: room.roomId, ids } }))
        .json.total
    expect([await total([folder]), await total([folder, item?.id ?? 0])]).toEqual([0, 1])
  })
})

describe('drop folders', () => {
  it('are listed, allowed for several groups at once, and reach open sessions', async () => {
    const { room, operator, bidder, bidders, rivals, folder } = await roomWithDropFolder(app)
    const list = async (query = {}) =>
      (await operator.call('GET', `/room/api/drop/list/${room.roomId}`, { query })).json.payload
    const rows = [bidders, rivals].map((groupId) => ({ itemId: folder, groupId }))
    expect(await list()).toEqual(rows)
    expect(await list({ groupId: rivals })).toEqual(rows.slice(1))
    expect(await list({ itemId: folder + 1 })).toEqual([])
    const ear = await openEar(bidder.client)
    await setDropFolder(room, folder, [bidders, rivals], false)
    await eventually(() => expect(ear.heard).toContainEqual({ type: 'items', parent: 0 }))
    ear.hangUp()
    expect(await list()).toEqual([])
    expect((await bidder.client.list(folder)).json).not.toHaveProperty('isDropFolder')
    expect((await bidder.client.call('OPTIONS', TUS)).json.code).toBe('NOT_OPERATOR')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.drop-folder'),
    ).toHaveLength(4)
  })

  it.each([
    [
      'a document',
      async ({ operator }: Dropping) => ({ fileId: await operator.put('a.pdf', PDF) }),
    ],
    ['a group of another room', async () => ({ groupId: (await roomWithDropFolder(app)).bidders })],
    ['a folder of another room', async () => ({ fileId: (await roomWithDropFolder(app)).folder })],
    [
      'a folder in the trash',
      ({ operator, folder }: Dropping) => operator.deleteItem(folder).then(() => ({})),
    ],
  ])('cannot be made of %s, and nothing is half done', async (_, wrong) => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidders, folder } = dropping
    const advisers = await newGroup(room, '자문사', 'view')
    const wanted = { fileId: folder, groupId: bidders, ...(await wrong(dropping)) }
    const groups = [advisers, wanted.groupId].map((groupId) => ({ groupId, isAllowed: true }))
    const answer = await operator.call('POST', '/room/api/drop/update', {
      body: { roomId: room.roomId, fileId: wanted.fileId, groups },
    })
    expect(answer.http).toBe(404)
    expect(
      (await operator.call('GET', `/room/api/drop/list/${room.roomId}?groupId=${advisers}`)).json
        .payload,
    ).toEqual([])
  })

  it('are a change of rights in the log, in both languages', () => {
    const details = { itemId: 1, name: '입찰', group: '인수인 A', isAllowed: false }
    expect([
      sentenceOf('document.drop-folder', details, 'ko'),
      sentenceOf('document.drop-folder', details, 'en'),
    ]).toEqual([
      '제출 폴더 해제: 입찰, 인수인 A 그룹',
      'No longer allowed the group 인수인 A to submit files into 입찰',
    ])
  })
})
