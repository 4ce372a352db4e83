import { afterAll, beforeAll, expect, it } from 'vitest'
import { line, pdfOf } from '../fixtures/pdf-file.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import { archived } from '../scenarios/archives.ts'
import { grant, groupsOf } from '../scenarios/groups.ts'
import { putStaged, unpublish } from '../scenarios/publishing.ts'
import { foundIn } from '../scenarios/searching.ts'
import { openEar } from '../servers/open-ear.ts'
import { openNamed } from './authorization-room.ts'
import { ROWS } from './authorization-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
})
afterAll(() => app.close())

const [NAME, TEXT, LATER] = ['카나리아금고', 'CANARYPAGE', '카나리아나중'] as const
const CANARY = new RegExp([NAME, TEXT, LATER].join('|'), 'i')

const LEFT_OUT = new Set([
  'session.logout',
  'session.endOthers',
  'session.endOne',
  'session.events',
])

const WAYS: Readonly<Record<string, (room: TestRoom, folder: number) => Promise<WireAnswer>>> = {
  'hidden from the group': async (room, itemId) =>
    grant(room, { groupId: (await groupsOf(room))[0]?.id ?? 0, itemId, level: 'none' }),
  staged: (room, folder) => unpublish(room, [folder]),
}

it.each(Object.keys(WAYS))(
  'a person hears nothing of what is %s, in any call, mail, archive or event',
  { timeout: 240_000 },
  async (way) => {
    const { named, room, person } = await openNamed(app)
    const { operator, roomId } = room
    await operator.viewing({ selection: true })
    const folder = await operator.newFolder(NAME)
    const hidden = await operator.put(`${NAME}.pdf`, pdfOf([{ content: line(TEXT) }]), folder)
    expect((await WAYS[way]?.(room, folder))?.http).toBe(200)
    await eventually(
      async () => expect(await foundIn(operator, TEXT)).toEqual({ [`${NAME}.pdf`]: [1] }),
      60_000,
    )
    const shown = await operator.put('보이는 문서.pdf', pdfOf([]))
    const ear = await openEar(person.client)

    const said: string[] = []
    for (const [name, { send }] of Object.entries(ROWS)) {
      if (LEFT_OUT.has(name)) continue
      const answer = await send(person.client, named).catch((error: unknown) => ({
        text: String(error),
      }))
      if (CANARY.test(answer.text)) said.push(name)
    }
    const { client } = person
    const asked: Record<string, WireAnswer> = {
      names: await client.list(0, { keword: NAME }),
      contents: await client.call('POST', '/room/api/file/search', {
        body: { roomId, keword: TEXT },
      }),
      history: await client.call('GET', '/room/api/room/myActivity/list'),
      folder: await client.list(folder),
      chosen: await client.call('POST', '/room/api/file/items', {
        body: { roomId, ids: [folder, hidden] },
      }),
      document: await client.call('GET', `/room/api/file/prepareFile/${hidden}`),
    }
    for (const [name, { text }] of Object.entries(asked)) if (CANARY.test(text)) said.push(name)
    const selection = { body: { roomId, format: 'csv', ids: [folder, hidden, shown] } }
    const index = await (
      await client.fetch('POST', '/room/api/file/index/selection', selection)
    ).text()
    expect(index).toContain('보이는 문서.pdf')
    if (CANARY.test(index)) said.push('index')
    expect(asked['folder']?.http).toBe(404)
    expect(asked['document']?.http).toBe(404)
    const archive = await archived(client)
    for (const [name, bytes] of archive)
      if (CANARY.test(name) || CANARY.test(bytes.toString('utf8'))) said.push(`archive: ${name}`)
    expect(archive.size).toBeGreaterThan(2)

    const before = ear.heard.length
    const later = await operator.put(`${LATER}.pdf`, pdfOf([{ content: line(TEXT) }]), folder)
    await operator.renameItem(later, `${LATER} 2.pdf`)
    await operator.deleteItem(
      await putStaged(operator, `${LATER} 3.pdf`, new Uint8Array(pdfOf([{ content: line(TEXT) }]))),
    )
    await operator.deleteItem(later)
    await operator.makeFolder('보이는 폴더')
    await eventually(async () =>
      expect(ear.heard.slice(before).some((event) => event.type === 'items')).toBe(true),
    )
    const heard = ear.heard.slice(before).filter((event) => event.type === 'items')
    expect(heard).toEqual([{ type: 'items', parent: 0 }])
    for (const mail of await app.mailsTo(person.email))
      if (CANARY.test(`${mail.subject} ${mail.text} ${mail.html}`))
        said.push(`mail: ${mail.subject}`)
    ear.hangUp()
    expect(said).toEqual([])
    expect((await operator.list(0, { keword: NAME })).text).toMatch(CANARY)
  },
)
