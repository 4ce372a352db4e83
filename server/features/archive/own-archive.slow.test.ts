import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'
import { isWholeArchive } from '../../../contract/proof/verify-archive.ts'
import { sha256 } from '../../platform/encryption/node-crypto.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../test/harness/test-app.ts'
import {
  type ArchiveRoom,
  archived,
  archivesOf,
  archiveUrl,
  furnish,
  order,
  pdf,
  prepared,
  removeArchive,
  ticketFor,
  verdictOf,
} from '../../test/scenarios/archives.ts'
import { written } from '../../test/scenarios/threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

describe('an own archive', () => {
  const texts = (files: ReadonlyMap<string, Buffer>): string =>
    [...files].map(([name, content]) => `${name}\n${content}`).join('\n')

  it('of a person who may download contains their downloads, messages and activity, and nothing of others', async () => {
    const context = await furnish(app)
    const other = await app.participant(context, '박타인')
    const person = await app.participant(context, '이참여')
    await context.operator.setRight(person.memberId, 'download', true)
    await other.client.message('sendByUser', { title: '남의 질문', content: '비밀' })
    await person.client.message('sendByUser', { title: '내 질문', content: '내용' })
    await written(other.client, { title: '타인의 질의', text: '타인의 비밀' })
    await written(person.client, { title: '나의 질의', text: '나의 내용' })
    await written(person.client, { title: '나의 초안', state: 'DRAFT' })
    await context.operator.message('sendByManager', {
      subject: '공지',
      content: '모두에게',
      recipients: [
        { name: '이참여', email: person.email },
        { name: '박타인', email: other.email },
      ],
    })
    const files = await archived(person.client)
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(5)
    expect(
      files.get('documents/안내.pdf')?.equals(context.contents['안내.pdf'] ?? Buffer.alloc(0)),
    ).toBe(true)
    expect(files.has('rights.csv')).toBe(false)
    const { messages } = JSON.parse(files.get('messages/messages.json')?.toString() ?? '')
    expect(messages.map(({ title }: { title: string }) => title)).toEqual(['내 질문', '공지'])
    const { threads } = JSON.parse(files.get('questions/questions.json')?.toString() ?? '')
    expect(threads).toMatchObject([{ number: 'Q-001', title: '나의 질의', state: 'IN_PROGRESS' }])
    expect(texts(files)).not.toMatch(new RegExp(`박타인|${other.email}|남의 질문|타인의|A\\.1/`))
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
    expect(files.get(MANIFEST.list)?.toString()).toContain(person.email)
  })

  it('is of marked copies while the watermark is on, and of no original', async () => {
    const context = await furnish(app)
    const person = await app.participant(context)
    await context.operator.setRight(person.memberId, 'download', true)
    await context.operator.switches(true)
    const files = await archived(person.client)
    const documents = [...files].filter(([name]) => name.startsWith('documents/'))
    expect(documents).toHaveLength(5)
    for (const [name, content] of documents) {
      expect({ name, starts: content.subarray(0, 5).toString() }).toEqual({ name, starts: '%PDF-' })
      for (const original of Object.values(context.contents))
        expect(content.equals(original)).toBe(false)
    }
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
  })

  it('of somebody who is an operator no more holds nothing that was written to operators', async () => {
    const context = await furnish(app)
    const [person, other] = [await app.participant(context), await app.participant(context)]
    const titlesOf = async (): Promise<string[]> => {
      const { messages } = JSON.parse(
        (await archived(person.client)).get('messages/messages.json')?.toString() ?? '',
      )
      return messages.map(({ title }: { title: string }) => title)
    }
    await context.operator.setRole(person.memberId, ROLE.operator)
    await other.client.message('sendByUser', { title: '운영자만 볼 질문', content: '비밀' })
    expect(await titlesOf()).toContain('운영자만 볼 질문')
    await context.operator.setRole(person.memberId, ROLE.participant)
    expect(await titlesOf()).toEqual([])
  })

  it('of somebody who may not download lists the documents with the reason, and holds none', async () => {
    const context = await furnish(app)
    const person = await app.participant(context)
    const files = await archived(person.client)
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toEqual([])
    const csv = files.get('index.csv')?.toString() ?? ''
    expect(csv).toContain('안내.pdf')
    expect(csv.match(/다운로드 권한이 없습니다/g)).toHaveLength(5)
    for (const original of Object.values(context.contents))
      expect(texts(files)).not.toContain(sha256(original).toString('hex'))
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
  })

  interface Change {
    readonly what: string
    readonly comes: (context: ArchiveRoom, person: TestPerson) => Promise<unknown>
    readonly code: string
  }
  const itemOf = async (context: ArchiveRoom, name: string): Promise<number> =>
    (await context.operator.items()).find((item) => item.name === name)?.id ?? 0
  const CHANGES: readonly Change[] = [
    {
      what: 'the right to download is gone',
      comes: (context, { memberId }) => context.operator.setRight(memberId, 'download', false),
      code: 'ARCHIVE_OUTDATED',
    },
    {
      what: 'one document was deleted',
      comes: async (context) => context.operator.deleteItem(await itemOf(context, '안내.pdf')),
      code: 'ARCHIVE_OUTDATED',
    },
    {
      what: 'one document was replaced',
      comes: (context) =>
        context.operator.upload([['안내.pdf', new Uint8Array(pdf())]], 0, 'replace'),
      code: 'ARCHIVE_OUTDATED',
    },
    {
      what: 'the watermark was switched on',
      comes: (context) => context.operator.switches(true),
      code: 'ARCHIVE_OUTDATED',
    },
    {
      what: 'the person was shut out',
      comes: (context, { memberId }) => context.operator.setRight(memberId, 'access', false),
      code: 'ACCESS_BLOCKED',
    },
    {
      what: 'the person has logged out',
      comes: (_, { client }) => client.logout(),
      code: 'SESSION_ENDED',
    },
  ]
  it.each(CHANGES)('is refused, whole and in parts, once $what', async ({ comes, code }) => {
    const context = await furnish(app)
    const person = await app.participant(context)
    await context.operator.setRight(person.memberId, 'download', true)
    const { id } = await prepared(person.client)
    const url = await archiveUrl(person.client, id)
    const begun = await app.stranger().fetch('GET', url, { headers: { range: 'bytes=0-999' } })
    expect(begun.status).toBe(206)
    await comes(context, person)
    const rest = await app.stranger().call('GET', url, { headers: { range: 'bytes=1000-' } })
    expect(rest.json).toMatchObject({ status: 'EXCEPTION', code })
    expect((await ticketFor(person.client, id)).json).toMatchObject({ status: 'EXCEPTION', code })
  })

  it('is nobody else’s: not an operator’s, another participant’s, or that of who views the room as the person', async () => {
    const context = await furnish(app)
    const person = await app.participant(context)
    const other = await app.participant(context)
    const { id } = await prepared(person.client)
    for (const client of [context.operator, other.client, (await app.room()).operator]) {
      expect((await archivesOf(client)).map((item) => item.id)).not.toContain(id)
      expect((await ticketFor(client, id)).json.code).toBe('NOT_FOUND')
      expect((await removeArchive(client, id)).json.code).toBe('NOT_FOUND')
    }
    const viewer = await context.operator.viewerOf(person.memberId)
    for (const refused of [await order(viewer), await ticketFor(viewer, id)])
      expect(refused.json.code).toBe('VIEW_AS_READ_ONLY')
  })
})
