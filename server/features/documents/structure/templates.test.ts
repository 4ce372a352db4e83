import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/language.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { askStructure, saveTemplate, templatesOf } from '../../../test/scenarios/structures.ts'
import { BUILT_IN_TEMPLATES, foldersIn } from './built-in-templates.ts'
import { entriesOf } from './templates.ts'

describe('templates that come along', () => {
  it('are there in both languages, each with names and levels that a room takes', () => {
    expect(BUILT_IN_TEMPLATES).toHaveLength(5 * LANGUAGES.length)
    for (const { id, text } of BUILT_IN_TEMPLATES) {
      const entries = entriesOf(foldersIn(text))
      expect(
        entries.filter(({ error, level }) => error || !Number.isInteger(level)),
        id,
      ).toEqual([])
      const tops = entries.filter(({ level }) => level === 1)
      expect(tops.length, id).toBeGreaterThanOrEqual(8)
      expect(tops.length, id).toBeLessThanOrEqual(15)
      expect(entries.length, id).toBeGreaterThan(tops.length * 2)
    }
  })
})

describe('templates of a room', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('are saved without documents, made again elsewhere in their order, and removed', async () => {
    const room = await app.room()
    const { operator } = room
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'live' },
    })
    await askStructure(operator, { file: '단계,이름\n1,하\n2,나\n2,가\n1,다\n', apply: true })
    expect(await saveTemplate(operator, '우리 구조')).toMatchObject({
      http: 200,
      json: { payload: { folders: 4 } },
    })
    expect((await saveTemplate(operator, '우리 구조')).json.code).toBe('NAME_EXISTS')
    const saved = (await templatesOf(operator)).filter(({ isSaved }) => isSaved)
    expect(saved).toMatchObject([{ name: '우리 구조', folders: 4 }])
    const { id = '' } = saved[0] ?? {}

    const parent = await operator.newFolder('아래')
    expect((await saveTemplate(operator, '빈 구조', parent)).json.code).toBe('TEMPLATE_EMPTY')
    expect((await askStructure(operator, { template: '우리 구조' })).json.payload).toMatchObject({
      counts: { same: 4 },
    })
    expect((await askStructure(operator, { template: '회계감사' })).json.payload).toMatchObject({
      counts: { same: 0 },
    })
    await askStructure(operator, { template: id, parent, apply: true })
    expect((await operator.items(parent)).map(({ name }) => name)).toEqual(['하', '다'])

    expect(
      (
        await operator.call('POST', '/room/api/file/template/remove', {
          body: { roomId: room.roomId, id },
        })
      ).http,
    ).toBe(200)
    expect((await templatesOf(operator)).filter(({ isSaved }) => isSaved)).toEqual([])
    expect(await operator.items(parent)).toHaveLength(2)
    const kinds = (await app.logged(room.roomId)).filter((kind) => kind.startsWith('room.template'))
    expect(kinds.sort()).toEqual(['room.template-removed', 'room.template-saved'])
  })

  it('are seen in their room alone, by operators', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    await room.operator.makeFolders(['비밀 거래'])
    const { json } = await saveTemplate(room.operator, '비밀')
    const { id } = json.payload as { id: string }
    expect((await templatesOf(other.operator)).filter(({ isSaved }) => isSaved)).toEqual([])
    expect((await askStructure(other.operator, { template: id })).http).toBe(404)
    const removal = { body: { roomId: other.roomId, id } }
    expect(
      (await other.operator.call('POST', '/room/api/file/template/remove', removal)).http,
    ).toBe(404)
    expect((await saveTemplate(client, '참여자')).http).toBe(403)
    expect((await client.call('GET', `/room/api/file/template/list/${room.roomId}`)).http).toBe(403)
    expect((await askStructure(client, { template: id })).http).toBe(403)
  })
})
