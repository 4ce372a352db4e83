import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { type ProgramClient, programClient } from '../../../test/programs/program-client.ts'

let app: TestApp
let program: ProgramClient
beforeAll(async () => {
  app = await startTestApp()
  program = await programClient(app)
})
afterAll(() => app.close())

describe('events for a program', () => {
  it('come in the order of the log, page by page and later, and name nothing and nobody', async () => {
    const here = await app.room()
    await here.operator.put('비밀 계약서.pdf', makePdf(1))
    await app.participant(here, '오참여')
    await app.program.sequence()
    const first = await program.get(`/rooms/${here.roomId}/events`, { limit: 2 })
    expect(first.json.payload).toMatchObject([
      { sequence: 0, kind: 'room.created' },
      { sequence: 1 },
    ])
    for (const event of first.json.payload as object[])
      expect(Object.keys(event).sort()).toEqual(['at', 'kind', 'sequence'])
    const rest = await program.get(`/rooms/${here.roomId}/events`, {
      cursor: first.json.nextCursor ?? '',
    })
    const kinds = (rest.json.payload as { kind: string }[]).map(({ kind }) => kind)
    expect([...(await app.logged(here.roomId))].slice(2)).toEqual(kinds)
    for (const word of ['비밀', '오참여', 'person', '김운영', '시험 룸'])
      expect(`${first.text}${rest.text}`).not.toContain(word)
    const { cursor = '' } = rest.json as { cursor?: string }
    expect((await program.get(`/rooms/${here.roomId}/events`, { cursor })).json).toMatchObject({
      payload: [],
      cursor,
    })
    await here.operator.makeFolder('뒤에 온 폴더')
    await app.program.sequence()
    const later = await program.get(`/rooms/${here.roomId}/events`, { cursor })
    expect(later.json.payload).toMatchObject([
      { kind: 'document.folder-created', sequence: 2 + kinds.length },
    ])
  })
})
