import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../../test/fixtures/read-zip.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { archived, pdf } from '../../test/scenarios/archives.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

const [OPEN, MARKED] = [pdf(2_000), pdf(3_000)]

interface Furnished {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly ids: readonly number[]
}

async function furnish(): Promise<Furnished> {
  const room = await app.room()
  await room.operator.switches(true)
  const person = await app.participant(room)
  await room.operator.setRight(person.memberId, 'download', true)
  const group = await newGroup(room, '인수인', 'download')
  await moveInto(room, group, [person])
  const open = await room.operator.put('원본.pdf', OPEN)
  const marked = await room.operator.put('사본.pdf', MARKED)
  await grant(room, { groupId: group, itemId: open, level: 'original' })
  return { room, person, ids: [open, marked] }
}

async function zipOf({ person: { client }, ids }: Furnished): Promise<Map<string, Buffer>> {
  const body = { fileIds: ids, id: client.me.id, roomId: client.me.roomId }
  const answer = await client.fetch('POST', '/room/api/file/zip', { body })
  expect(answer.status).toBe(200)
  return new Map(
    readZip(Buffer.from(await answer.arrayBuffer())).map(({ name, content }) => [name, content]),
  )
}

function expectMarks(files: ReadonlyMap<string, Buffer>, folder = ''): void {
  expect(files.get(`${folder}원본.pdf`)?.equals(OPEN)).toBe(true)
  const copy = files.get(`${folder}사본.pdf`)
  expect(copy?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(copy?.equals(MARKED)).toBe(false)
}

describe('the level original, while the watermark is on', () => {
  it('gives that document as it is in a zip, beside marked copies of the others', async () => {
    expectMarks(await zipOf(await furnish()))
  })

  it('gives that document as it is in the own archive, beside marked copies of the others', async () => {
    const { person } = await furnish()
    expectMarks(await archived(person.client), 'documents/')
  })

  it('gives nothing where the person may not download', async () => {
    const { room, person, ids } = await furnish()
    await room.operator.setRight(person.memberId, 'download', false)
    const body = { fileIds: ids, id: person.client.me.id, roomId: room.roomId }
    const answer = await person.client.fetch('POST', '/room/api/file/zip', { body })
    expect(answer.headers.get('content-type')).not.toBe('application/zip')
    const files = await archived(person.client)
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toEqual([])
  })
})
