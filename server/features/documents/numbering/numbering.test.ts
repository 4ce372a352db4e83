import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import {
  find,
  number,
  numberedRoom,
  order,
  renumber,
  shown,
} from '../../../test/scenarios/documents/numbering.ts'
import { PDF } from '../../../test/scenarios/documents/uploading.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { putStaged } from '../../../test/scenarios/publishing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('numbers of the index', () => {
  it('are absent until they are switched on, for everybody, and gone when they are switched off', async () => {
    const { operator, client, ids } = await numberedRoom(app, 'off')
    for (const reader of [operator, client])
      expect((await reader.items())[0]).not.toHaveProperty('index')
    expect((await order(operator, 0, [ids.다], ids.가)).json.code).toBe('NUMBERING_OFF')
    expect((await find(client, '1')).json.code).toBe('NOT_FOUND')

    await number(operator, 'live')
    for (const reader of [operator, client]) {
      expect(await shown(reader)).toEqual(['1 가', '2 나', '3 다.pdf'])
      expect(await shown(reader, ids.나)).toEqual(['2.1 1.pdf', '2.2 2.pdf', '2.3 3.pdf'])
      expect((await reader.list(ids.나)).json.folderPath).toMatchObject([
        { id: ids.나, index: '2' },
      ])
      expect(
        (await reader.call('GET', `/room/api/room/info/${reader.me.roomId}`)).json.payload,
      ).toMatchObject({ numbering: 'live' })
    }
    await order(operator, 0, [ids.다], ids.가)
    await number(operator, 'off')
    expect((await client.items())[0]).not.toHaveProperty('index')
    const named = { sort: 'index' }
    const start = await client.list(0, { ...named, limit: 1 })
    expect((await client.list(0, named)).json.payload).toMatchObject([
      { name: '가' },
      { name: '나' },
      { name: '다.pdf' },
    ])
    const outlined = await client.outline(0, 1, String(start.json.nextCursor), named)
    expect(outlined.http).toBe(200)
    const [cursor] = outlined.json.payload as string[]
    expect((await client.list(0, { ...named, cursor })).json.payload).toMatchObject([
      { name: '다.pdf' },
    ])
    for (const sort of ['index', '-index'])
      expect(
        await client.call('POST', '/room/api/file/file/locate', {
          body: { fileId: ids.다, roomId: client.me.roomId, sort },
        }),
      ).toMatchObject({ json: { payload: { position: 2 } } })
    await number(operator, 'live')
    expect(await shown(client)).toEqual(['1 다.pdf', '2 가', '3 나'])
  })

  it('are those of operators alone to change, and each change is logged', async () => {
    const { room, operator, client, ids } = await numberedRoom(app, 'live')
    for (const refused of [
      await number(client, 'off'),
      await order(client, 0, [ids.다], null),
      await renumber(client, 0),
    ])
      expect(refused.http).toBe(403)
    await order(operator, 0, [ids.가], null)
    await number(operator, 'fixed')
    await number(operator, 'fixed')
    const kinds = (await app.logged(room.roomId)).filter(
      (kind) => kind === 'room.numbering' || kind === 'document.ordered',
    )
    expect(kinds.sort()).toEqual(['document.ordered', 'room.numbering', 'room.numbering'])
    expect((await number(operator, 'fixed', { scope: 'group' })).http).toBe(400)
  })

  it('are counted live', async () => {
    const { operator, client, ids, files } = await numberedRoom(app, 'live')
    const more = await operator.newFolder('라')
    expect(await shown(client)).toEqual(['1 가', '2 나', '3 다.pdf', '4 라'])
    await operator.deleteItem(ids.가)
    expect(await shown(client)).toEqual(['1 나', '2 다.pdf', '3 라'])
    await operator.moveItem(files[0] ?? 0, more)
    expect(await shown(client, ids.나)).toEqual(['1.1 2.pdf', '1.2 3.pdf'])
    expect(await shown(client, more)).toEqual(['3.1 1.pdf'])
    await operator.restoreItem(ids.가)
    expect(await shown(client)).toEqual(['1 가', '2 나', '3 다.pdf', '4 라'])
  })

  it('come back with what is moved away and back, live and fixed, but not after their folder was renumbered', async () => {
    for (const numbering of ['live', 'fixed'] as const) {
      const { operator, client, ids, files } = await numberedRoom(app, numbering)
      const [first = 0, second = 0, third = 0] = files
      const before = await shown(client, ids.나)
      await operator.moveItem(second, ids.가)
      await operator.moveItem(ids.나, ids.가)
      await operator.moveItem(ids.나, 0)
      await operator.moveItem(second, ids.나)
      expect(await shown(client, ids.나)).toEqual(before)
      await operator.moveItem(first, ids.가)
      await operator.moveItem(first, 0)
      await operator.moveItem(first, ids.나)
      const after = (await shown(client, ids.나)).map((text) => text.split(' ')[1])
      expect(after).toEqual(['2.pdf', '3.pdf', '1.pdf'])
      await operator.moveItem(third, ids.가)
      await renumber(operator, ids.나, { apply: true })
      await operator.moveItem(third, ids.나)
      const numbers = (await shown(client, ids.나)).map((text) => text.split(' ')[0])
      expect(new Set(numbers).size).toBe(3)
      if (numbering === 'fixed')
        expect(await shown(client, ids.나)).toEqual(['2.1 2.pdf', '2.3 3.pdf', '2.2 1.pdf'])
    }
  })

  it('stay when they are fixed, and are never given twice', async () => {
    const { operator, client, ids, files } = await numberedRoom(app, 'fixed')
    const [first = 0, second = 0, third = 0] = files
    await order(operator, ids.나, [third], first)
    expect(await shown(client, ids.나)).toEqual(['2.3 3.pdf', '2.1 1.pdf', '2.2 2.pdf'])
    await operator.deleteItem(third)
    await operator.moveItem(second, ids.가)
    const fourth = await operator.put('4.pdf', PDF, ids.나)
    expect(await shown(client, ids.나)).toEqual(['2.1 1.pdf', '2.4 4.pdf'])
    await operator.moveItem(second, ids.나)
    await operator.restoreItem(third)
    expect(await shown(client, ids.나)).toEqual([
      '2.3 3.pdf',
      '2.1 1.pdf',
      '2.2 2.pdf',
      '2.4 4.pdf',
    ])
    await operator.upload([['4.pdf', makePdf(2)]], ids.나, 'replace')
    expect((await find(client, '2.4')).json.payload).toEqual({
      itemId: fourth,
      parent: ids.나,
      isFolder: false,
    })

    const preview = (await renumber(operator, ids.나)).json.payload as {
      changed: number
      items: { name: string; to: number }[]
    }
    expect(preview.changed).toBe(3)
    expect(await shown(client, ids.나)).toContain('2.3 3.pdf')
    await renumber(operator, 0, { deep: true, apply: true })
    expect(await shown(client, ids.나)).toEqual([
      '2.1 3.pdf',
      '2.2 1.pdf',
      '2.3 2.pdf',
      '2.4 4.pdf',
    ])
    expect((await renumber(operator, 0, { deep: true })).json.payload).toMatchObject({
      changed: 0,
      items: [],
    })
  })

  it('count what each group sees, and then show nothing of what it does not', async () => {
    const { room, operator, reader, client, ids, files } = await numberedRoom(app, 'live', {
      scope: 'group',
    })
    const others = await newGroup(room, '다른 인수인')
    await moveInto(room, others, [reader])
    await grant(
      room,
      { groupId: others, itemId: ids.가, level: 'none' },
      { groupId: others, itemId: files[1] ?? 0, level: 'none' },
    )
    const staged = await putStaged(operator, '가나.pdf', PDF, ids.나)
    await order(operator, ids.나, [staged], files[0] ?? 0)
    await operator.put('5.pdf', PDF, ids.나)

    expect(await shown(operator, ids.나)).toEqual([
      '2.1 가나.pdf',
      '2.2 1.pdf',
      '2.3 2.pdf',
      '2.4 3.pdf',
      '2.5 5.pdf',
    ])
    expect(await shown(client)).toEqual(['1 나', '2 다.pdf'])
    expect(await shown(client, ids.나)).toEqual(['1.1 1.pdf', '1.2 3.pdf', '1.3 5.pdf'])
    expect(await shown(client, ids.나, { sort: '-name' })).toEqual([
      '1.3 5.pdf',
      '1.2 3.pdf',
      '1.1 1.pdf',
    ])
    expect((await find(client, '1.2')).json.payload).toMatchObject({ itemId: files[2] })
    expect((await find(client, '2.1')).json.code).toBe('NOT_FOUND')
    const { json } = await client.list(ids.나, { limit: 1 })
    expect(Buffer.from(String(json.nextCursor), 'base64url').toString()).toBe(
      JSON.stringify(['index', false, 1, files[0]]),
    )
    expect(await shown(await operator.viewerOf({ groupId: others }), ids.나)).toEqual([
      '1.1 1.pdf',
      '1.2 3.pdf',
      '1.3 5.pdf',
    ])

    await number(operator, 'live', { scope: 'room' })
    expect(await shown(client, ids.나)).toEqual(['2.2 1.pdf', '2.4 3.pdf', '2.5 5.pdf'])
    expect((await find(client, '2.3')).json.code).toBe('NOT_FOUND')
    expect((await find(client, '1')).json.code).toBe('NOT_FOUND')
  })

  it('are found: as a keyword first, or by themselves', async () => {
    const { operator, client, ids } = await numberedRoom(app, 'live')
    await operator.put('제2.2조.pdf', PDF)
    for (const keword of ['2.2', '2.2.'])
      expect((await shown(client, 0, { keword }))[0]).toBe('2.2 2.pdf')
    expect(await shown(client, 0, { keword: '2.2' })).toEqual(['2.2 2.pdf', '4 제2.2조.pdf'])
    expect(await shown(client, 0, { keword: '9.9' })).toEqual([])
    expect((await find(client, '2')).json.payload).toEqual({
      itemId: ids.나,
      parent: 0,
      isFolder: true,
    })
    for (const bad of ['0', '2..1', '2.', 'a', `${'1.'.repeat(300)}1`, ''])
      expect((await find(client, bad)).http).toBe(bad === '2.' ? 200 : 400)
  })
})
