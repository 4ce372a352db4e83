import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import {
  publish,
  putStaged,
  roomWithReader,
  unpublish,
  uploadStaged,
} from '../../../test/scenarios/publishing.ts'
import { expectDocuments } from '../../../test/scenarios/structures.ts'
import { move, opened, written } from '../../../test/scenarios/threads.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function withRequest() {
  const set = await roomWithReader(app)
  const { id: threadId } = await written(set.client, {
    type: 'REQUEST',
    title: '계약서를 주십시오',
  })
  const answersOf = async (id: string): Promise<string[][]> =>
    (await opened(set.client, id)).entries
      .filter(({ kind }) => kind === 'ANSWER')
      .map(({ links }) => links.map(({ name }) => name).sort())
  const inTenMinutes = (): string => new Date(app.clock.now().getTime() + 600_000).toISOString()
  const whenDue = async (): Promise<void> => {
    app.clock.advance(600_001)
    await runJob(app, 'documents.publish-due')
  }
  return { ...set, threadId, answersOf, answers: () => answersOf(threadId), inTenMinutes, whenDue }
}

describe('a staged document that a request waits for', () => {
  it('answers it when it is published by hand, and not again when it is hidden and published a second time', async () => {
    const { room, operator, threadId, answers } = await withRequest()
    await expectDocuments(operator, ['가', '나'], 0, { threadId })
    const ids = [await putStaged(operator, '가.pdf', PDF), await putStaged(operator, '나.pdf', PDF)]
    expect(await answers()).toEqual([])
    await publish(room, ids)
    expect(await answers()).toEqual([['가.pdf', '나.pdf']])
    await unpublish(room, ids)
    await publish(room, ids)
    await uploadStaged(operator, '가.pdf', PDF, { conflict: 'replace' })
    await publish(room, ids)
    expect(await answers()).toHaveLength(1)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'thread.entry')).toHaveLength(
      1,
    )
  })

  it('answers it as soon as the two are tied, if it was there before and readers may see it', async () => {
    const { operator, client, threadId, answers, answersOf } = await withRequest()
    await operator.put('가.pdf', PDF)
    await putStaged(operator, '나.pdf', PDF)
    await expectDocuments(operator, ['가', '나', '다'], 0, { threadId })
    expect(await answers()).toEqual([['가.pdf']])
    const { added } = await expectDocuments(operator, ['라', '마'])
    const removed = await operator.put('라.pdf', PDF)
    await putStaged(operator, '마.pdf', PDF)
    const { id: other } = await written(client, { type: 'REQUEST', title: '다른 요청' })
    await operator.deleteItem(removed)
    const tie = async () => {
      for (const { id } of added)
        await operator.call('POST', '/room/api/file/expected/update', {
          body: { roomId: operator.me.roomId, id, threadId: other },
        })
    }
    const untie = { roomId: operator.me.roomId, id: added[0]?.id, threadId: null }
    await tie()
    expect(await answersOf(other)).toEqual([])
    await operator.restoreItem(removed)
    await operator.call('POST', '/room/api/file/expected/update', { body: untie })
    await tie()
    expect(await answersOf(other)).toEqual([['라.pdf']])
    expect(await answers()).toEqual([['가.pdf']])
  })

  it('answers it with its folder, but only once all folders above are published', async () => {
    const { room, operator, client, threadId, answers, answersOf } = await withRequest()
    const { id: other } = await written(client, { type: 'REQUEST', title: '다른 요청' })
    const above = await operator.newFolder('재무')
    const below = await operator.newFolder('계약', above)
    await expectDocuments(operator, ['가'], below, { threadId })
    await unpublish(room, [above])
    await operator.put('가.pdf', PDF, below)
    await putStaged(operator, '다른 것.pdf', PDF, below)
    await publish(room, [below])
    expect(await answers()).toEqual([])
    await publish(room, [above])
    expect(await answers()).toEqual([['가.pdf']])
    expect(await answersOf(other)).toEqual([])
  })

  it('answers it at the time for which it is ordered, in the name of who ordered it', async () => {
    const { room, operator, threadId, client, answers, inTenMinutes, whenDue } = await withRequest()
    const folder = await operator.newFolder('재무')
    await unpublish(room, [folder])
    await expectDocuments(operator, ['가'], folder, { threadId })
    await putStaged(operator, '가.pdf', PDF, folder)
    await publish(room, [folder], { at: inTenMinutes() })
    expect(await answers()).toEqual([])
    await whenDue()
    expect(await answers()).toEqual([['가.pdf']])
    expect((await opened(operator, threadId)).entries.at(-1)).toMatchObject({
      kind: 'ANSWER',
      by: operator.me.name,
    })
    expect((await client.list(folder)).http).toBe(200)
    await runJob(app, 'documents.publish-due')
    expect(await answers()).toHaveLength(1)
  })

  it('answers nothing where who ordered it is no operator any more, and is published all the same', async () => {
    const { room, operator, client, threadId, answers, inTenMinutes, whenDue } = await withRequest()
    const second = await contentOperator(app, room)
    const setScope = (scope: string) =>
      operator.call('POST', '/room/api/room/user/role', {
        body: { roomManagerId: second.memberId, roleId: ROLE.operator, scope },
      })
    expect((await setScope('full')).http).toBe(200)
    await expectDocuments(operator, ['가'], 0, { threadId })
    const id = await putStaged(operator, '가.pdf', PDF)
    await second.client.elevate(second.code)
    const ordered = await second.client.call('POST', '/room/api/file/publish', {
      body: { roomId: room.roomId, ids: [id], at: inTenMinutes() },
    })
    expect(ordered.http).toBe(200)
    await setScope('content')
    await whenDue()
    expect((await client.items()).map(({ name }) => name)).toEqual(['가.pdf'])
    expect(await answers()).toEqual([])
  })

  it('answers nothing to a group that may not see it, and nothing to a request that was withdrawn', async () => {
    const { room, operator, client, threadId, answers } = await withRequest()
    const { id: withdrawn } = await written(client, { type: 'REQUEST', title: '철회할 요청' })
    const hidden = await operator.newFolder('클린 팀')
    await grant(room, {
      groupId: (await groupsOf(room))[0]?.id ?? 0,
      itemId: hidden,
      level: 'none',
    })
    await expectDocuments(operator, ['비밀'], hidden, { threadId })
    await expectDocuments(operator, ['철회'], 0, { threadId: withdrawn })
    await move(client, withdrawn, 'WITHDRAWN')
    const ids = [
      await putStaged(operator, '비밀.pdf', PDF, hidden),
      await putStaged(operator, '철회.pdf', PDF),
    ]
    const before = (await opened(client, threadId)).rev
    expect((await publish(room, ids)).http).toBe(200)
    expect(await answers()).toEqual([])
    expect((await opened(client, threadId)).rev).toBe(before)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'thread.entry')).toEqual([])
    expect((await client.items()).map(({ name }) => name)).toEqual(['철회.pdf'])
  })

  it('answers it when an operator named it while it waited, or when a version that is visible at once takes its place', async () => {
    const { room, operator, threadId, answers } = await withRequest()
    const { added } = await expectDocuments(operator, ['가', '나', '다'], 0, { threadId })
    const scan = await putStaged(operator, '스캔.pdf', PDF)
    await operator.call('POST', '/room/api/file/expected/fulfil', {
      body: { roomId: room.roomId, id: added[0]?.id, itemId: scan },
    })
    await putStaged(operator, '나.pdf', PDF)
    const withdrawn = await putStaged(operator, '다.pdf', PDF)
    await operator.call('POST', '/room/api/file/expected/remove', {
      body: { roomId: room.roomId, ids: [added[2]?.id] },
    })
    expect(await answers()).toEqual([])
    await publish(room, [scan, withdrawn])
    expect(await answers()).toEqual([['스캔.pdf']])
    await uploadStaged(operator, '나.pdf', PDF, { conflict: 'replace', staged: 'false' })
    expect(await answers()).toEqual([['스캔.pdf'], ['나.pdf']])
  })
})
