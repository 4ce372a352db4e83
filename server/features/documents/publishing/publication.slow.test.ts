import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../../contract/features/activity/activity-sentences.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { appendTo, newUpload } from '../../../test/harness/tus.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { ending } from '../../../test/scenarios/endings.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  itemNamed,
  publish,
  putStaged,
  roomWithReader,
  stagingOfFolder,
  stagingOfRoom,
  unpublish,
  uploadStaged,
  waitingIn,
} from '../../../test/scenarios/publishing.ts'
import { openEar } from '../../../test/servers/open-ear.ts'

const PDF = makePdf(1)
const LONGER = makePdf(3)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
})
afterAll(() => app.close())

const names = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name)

describe('what nobody saw stays unseen', () => {
  it('when it is copied, moved or restored elsewhere, and what is copied to where uploads wait', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const staged = await operator.newFolder('대기')
    const open = await operator.newFolder('공개')
    const [copied, moved, deleted] = [
      await operator.put('복사.pdf', PDF, staged),
      await operator.put('이동.pdf', PDF, staged),
      await operator.put('삭제.pdf', PDF, staged),
    ]
    await unpublish(room, [staged])
    await operator.copyItem(copied, '사본.pdf', open)
    await operator.moveItem(moved, open)
    await operator.deleteItem(deleted)
    await operator.deleteItem(staged)
    await operator.restoreItem(deleted)
    expect(await names(client)).toEqual(['공개'])
    expect(await names(client, open)).toEqual([])
    expect((await operator.items(open)).map(({ name, state }) => [name, state])).toEqual([
      ['사본.pdf', 'staged'],
      ['이동.pdf', 'staged'],
    ])
    const seen = await operator.put('보임.pdf', PDF)
    await stagingOfFolder(room, open, true)
    await operator.copyItem(seen, '보임 사본.pdf', open)
    expect(await names(client, open)).toEqual([])
    await operator.moveItem(seen, open)
    expect(await names(client, open)).toEqual(['보임.pdf'])
  })

  it('when its folder was staged while it was in the trash, and it comes back elsewhere', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('처음 공개')
    const id = await operator.put('안.pdf', PDF, folder)
    await operator.deleteItem(id)
    await unpublish(room, [folder])
    await operator.deleteItem(folder)
    await operator.restoreItem(id)
    expect(await names(client)).toEqual([])
    expect(await itemNamed(operator, '안.pdf')).toMatchObject({ state: 'staged', parent: 0 })
  })

  it('when it is restored with its folder, and when an older version is restored', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('대기')
    const id = await operator.put('안.pdf', PDF, folder)
    await operator.upload([['안.pdf', LONGER]], folder, 'replace')
    await unpublish(room, [folder])
    await operator.deleteItem(folder)
    await operator.restoreItem(folder)
    await operator.restoreVersion(id, 1)
    expect(await names(client)).toEqual([])
    await publish(room, [folder])
    expect((await itemNamed(client, '안.pdf', folder))?.size).toBe(PDF.length)
  })
})

describe('unpublishing', () => {
  it('works like hiding: lists, leases and downloads end, and publishing brings all back', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('재무')
    const id = await operator.put('보고.pdf', PDF, folder)
    const lease = await client.openDocument(id)
    expect((await unpublish(room, [folder])).json.payload).toEqual({
      documents: 1,
      folders: 1,
      unseen: [],
      submitted: 0,
    })
    expect((await client.fetch('GET', `${lease.path}/pages/1`)).status).toBe(404)
    expect((await client.list(folder)).http).toBe(404)
    expect((await operator.items(folder)).map(({ isUnseen }) => isUnseen)).toEqual([true])
    expect((await unpublish(room, [folder])).json.payload).toMatchObject({ documents: 0 })
    await publish(room, [folder])
    expect(await names(client, folder)).toEqual(['보고.pdf'])
  })
})

describe('publishing while files are uploaded', () => {
  it('shows what has arrived whole and leaves the rest staged, and loses nothing', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('재무')
    await putStaged(operator, '먼저.pdf', PDF, folder)
    const large = Buffer.concat([PDF, Buffer.alloc(600_000, '\n')])
    const half = 300_000
    const upload = await newUpload(operator, {
      name: '나중.pdf',
      size: large.length,
      parent: folder,
      staged: 'true',
    })
    expect((await appendTo(operator, upload, 0, large.subarray(0, half))).http).toBe(204)
    expect((await publish(room, [folder])).json.payload).toMatchObject({ documents: 1, unseen: [] })
    expect((await appendTo(operator, upload, half, large.subarray(half))).http).toBe(204)
    expect(await names(client, folder)).toEqual(['먼저.pdf'])
    expect((await itemNamed(operator, '나중.pdf', folder))?.state).toBe('staged')
    expect((await publish(room, [folder])).json.payload).toMatchObject({ documents: 1, unseen: [] })
    expect(await names(client, folder)).toEqual(['나중.pdf', '먼저.pdf'])
  })

  it('at the same moment shows each document once it is published, and none that is not', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('계약')
    const wanted = Array.from({ length: 12 }, (_, at) => `문서 ${String(at).padStart(2, '0')}.pdf`)
    const uploads = Promise.all(wanted.map((name) => putStaged(operator, name, PDF, folder)))
    const published: number[] = []
    let isOver = false
    const publishing = (async () => {
      while (!isOver) {
        const { json } = await publish(room, [folder])
        published.push((json.payload as { documents: number }).documents)
        const seen = await names(client, folder)
        for (const { name, state } of await operator.items(folder))
          if (state === 'staged') expect(seen).not.toContain(name)
      }
    })()
    await uploads
    isOver = true
    await publishing
    published.push(
      ((await publish(room, [folder])).json.payload as { documents: number }).documents,
    )
    expect(await names(client, folder)).toEqual(wanted)
    expect(published.reduce((sum, documents) => sum + documents, 0)).toBe(wanted.length)
  })
})

describe('who is informed', () => {
  const mails = async (email: string): Promise<string[]> =>
    (await app.mailsTo(email))
      .filter(({ subject }) => subject?.includes('새 문서'))
      .map(({ text = '' }) => text)

  it('one mail names what came to each reader, and there is none of what is staged or came quietly', async () => {
    const { room, operator, reader } = await roomWithReader(app)
    const other = await app.participant(room, '박참여')
    const group = await newGroup(room, '인수인 B', 'none')
    await moveInto(room, group, [other])
    await stagingOfRoom(room, true)
    await operator.upload([
      ['재무/하나.pdf', PDF],
      ['재무/둘.pdf', PDF],
    ])
    const quiet = await putStaged(operator, '조용히.pdf', PDF)
    await publish(room, [quiet], { notify: false })
    const folder = await itemNamed(operator, '재무')
    await publish(room, [folder?.id ?? 0], { notify: true })
    await eventually(async () => expect(await mails(reader.email)).toHaveLength(1))
    const [mail] = await mails(reader.email)
    expect(mail).toContain('새 문서가 2개 공개되었습니다')
    expect(mail).toContain('· 재무 / 하나.pdf')
    expect(mail).not.toContain('조용히')
    await uploadStaged(operator, '보통.pdf', PDF, { staged: 'false' })
    await eventually(async () => expect(await mails(reader.email)).toHaveLength(2))
    const later = (await mails(reader.email)).find((text) => text.includes('보통.pdf'))
    expect(later).toContain('새 문서가 1개 등록되었습니다')
    expect(await mails(other.email)).toEqual([])
    expect(await mails(operator.me.email)).toEqual([])
  })

  it('event streams say nothing of what is staged, and something of what comes and goes', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('재무')
    const ear = await openEar(client)
    const id = await putStaged(operator, '대기.pdf', PDF, folder)
    await operator.renameItem(id, '대기 둘.pdf')
    await uploadStaged(operator, '대기 둘.pdf', LONGER, { parent: folder, conflict: 'replace' })
    await stagingOfRoom(room, true)
    await operator.makeFolder('안 보이는 폴더')
    await operator.call('PUT', '/room/api/room/update/toggle', {
      body: { id: room.roomId, noti: false, watermark: true },
    })
    await eventually(() => expect(ear.heard.some(({ type }) => type === 'room')).toBe(true))
    expect(ear.heard.filter(({ type }) => type === 'items')).toEqual([])
    await publish(room, [id])
    await eventually(() =>
      expect(ear.heard.filter(({ type }) => type === 'items')).toEqual([
        { type: 'items', parent: folder },
      ]),
    )
    await unpublish(room, [id])
    await eventually(() => expect(ear.heard.filter(({ type }) => type === 'items')).toHaveLength(2))
    ear.hangUp()
  })

  it('a group that sees none of it hears nothing', async () => {
    const { room, operator, reader, client } = await roomWithReader(app)
    const group = await newGroup(room, '인수인 C', 'view')
    await moveInto(room, group, [reader])
    const id = await putStaged(operator, '남의 것.pdf', PDF)
    await grant(room, { groupId: group, itemId: id, level: 'none' })
    const ear = await openEar(client)
    await publish(room, [id])
    await unpublish(room, [id])
    await operator.makeFolder('끝')
    await eventually(() =>
      expect(ear.heard.filter(({ type }) => type === 'items')).toEqual([
        { type: 'items', parent: 0 },
      ]),
    )
    ear.hangUp()
  })
})

describe('at a time', () => {
  const inTenMinutes = (): string => new Date(app.clock.now().getTime() + 600_000).toISOString()

  it('an order is shown to operators, carried out once, by the machine, and forgotten by hand', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const [first, second] = [
      await putStaged(operator, '하나.pdf', PDF),
      await putStaged(operator, '둘.pdf', PDF),
    ]
    const at = inTenMinutes()
    expect((await publish(room, [first, second], { at })).json.payload).toEqual({
      documents: 2,
      folders: 0,
      unseen: [],
      submitted: 0,
      at,
    })
    expect(
      (await unpublish(room, [first], { at: new Date(Date.parse(at) + 600_000).toISOString() }))
        .http,
    ).toBe(200)
    expect(await itemNamed(operator, '하나.pdf')).toMatchObject({ state: 'staged', publishAt: at })
    expect((await waitingIn(room)).json).toMatchObject({ documents: 2, ordered: 3 })
    const cancelled = await operator.call('POST', '/room/api/file/publish/cancel', {
      body: { roomId: room.roomId, ids: [second] },
    })
    expect(cancelled.http).toBe(200)
    expect((cancelled.json as { readonly orders?: unknown }).orders).toMatchObject([
      { itemId: second, publishes: true },
    ])
    await runJob(app, 'documents.publish-due')
    expect(await names(client)).toEqual([])
    app.clock.advance(600_001)
    await Promise.all([runJob(app, 'documents.publish-due'), runJob(app, 'documents.publish-due')])
    expect(await names(client)).toEqual(['하나.pdf'])
    expect(await itemNamed(operator, '하나.pdf')).not.toHaveProperty('publishAt')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.published'),
    ).toHaveLength(1)
    app.clock.advance(600_000)
    await runJob(app, 'documents.publish-due')
    expect(await names(client)).toEqual([])
    expect(await itemNamed(operator, '둘.pdf')).toMatchObject({ state: 'staged' })
  })

  it('that is past, or more than a year ahead, is refused with words that fit both orders, and nothing changes', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const id = await putStaged(operator, '하나.pdf', PDF)
    const now = app.clock.now().getTime()
    for (const at of [now - 1, now, now + 366 * 86_400_000].map((time) =>
      new Date(time).toISOString(),
    ))
      for (const change of [publish, unpublish]) {
        const { http, json } = await change(room, [id], { at })
        expect([http, json.code, json.payload]).toEqual([
          400,
          'PUBLISH_TIME',
          '지금부터 1년 이내의 시각을 선택해 주세요.',
        ])
      }
    expect((await waitingIn(room)).json).toMatchObject({ documents: 1, ordered: 0 })
    expect(await names(client)).toEqual([])
    expect(await app.logged(room.roomId)).not.toContain('document.publication-ordered')
  })

  it('a room whose order fails keeps no other waiting, and goes on once the cause is gone', async () => {
    const [broken, sound] = [await roomWithReader(app), await roomWithReader(app)]
    const at = inTenMinutes()
    for (const { room, operator } of [broken, sound])
      await publish(room, [await putStaged(operator, '하나.pdf', PDF)], { at })
    await app.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse before delete on publications for each row when (old.room_id = ${broken.room.roomId}) execute function refuse()`)
    app.clock.advance(600_001)
    await expect(runJob(app, 'documents.publish-due')).rejects.toThrow('orders of 1 rooms')
    expect(await names(sound.client)).toEqual(['하나.pdf'])
    expect(await names(broken.client)).toEqual([])
    await app.database.pool.query('drop trigger refuse on publications')
    await runJob(app, 'documents.publish-due')
    expect(await names(broken.client)).toEqual(['하나.pdf'])
  })

  it('nothing is shown of a frozen room, and it is made up for when the room opens', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const id = await putStaged(operator, '하나.pdf', PDF)
    await publish(room, [id], { at: inTenMinutes() })
    await ending.move(operator, 'frozen')
    app.clock.advance(600_001)
    await runJob(app, 'documents.publish-due')
    expect(await names(client)).toEqual([])
    await ending.move(operator, 'open')
    await runJob(app, 'documents.publish-due')
    expect(await names(client)).toEqual(['하나.pdf'])
  })
})

describe('the log', () => {
  it('says what was uploaded staged, published, ordered and unpublished, in both languages', async () => {
    const { room, operator } = await roomWithReader(app)
    const id = await putStaged(operator, '하나.pdf', PDF)
    await publish(room, [id])
    await unpublish(room, [id])
    await stagingOfRoom(room, true)
    const { json } = await operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`)
    expect(JSON.stringify(json)).toContain('공개')
    expect(
      sentenceOf(
        'document.unpublished',
        { itemId: 1, name: 'a.pdf', documents: 1, ordered: true },
        'en',
      ),
    ).toBe('Unpublished a.pdf (1 document, as scheduled)')
    expect(await app.logged(room.roomId)).toEqual(
      expect.arrayContaining([
        'document.uploaded',
        'document.published',
        'document.unpublished',
        'room.staging',
      ]),
    )
  })
})

it('is refused while a process runs that does not know staging', async () => {
  const { room, operator } = await roomWithReader(app)
  const { pool } = app.database
  const id = await operator.put('보임.pdf', PDF)
  await pool.query('delete from rules_in_use where rule = 2')
  await pool.query(
    "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.2', 1)",
  )
  const calls: readonly (() => Promise<WireAnswer>)[] = [
    () => unpublish(room, [id]),
    () => stagingOfRoom(room, true),
    () => uploadStaged(operator, '대기.pdf', PDF),
  ]
  for (const call of calls)
    expect(await call()).toMatchObject({ http: 409, json: { code: 'UPGRADE_RUNNING' } })
  expect(
    (await grant(room, { groupId: (await groupsOf(room))[0]?.id ?? 0, itemId: id, level: 'view' }))
      .http,
  ).toBe(200)
  expect((await operator.put('보통.pdf', PDF)) > 0).toBe(true)
  await pool.query(
    "update processes set seen_at = now() - interval '2 minutes' where release = '0.0.2'",
  )
  expect((await stagingOfRoom(room, true)).http).toBe(200)
  await expect(
    pool.query("update processes set seen_at = now() where release = '0.0.2'"),
  ).rejects.toThrow(/does not enforce rules/)
  await pool.query("delete from processes where release = '0.0.2'")
})
