import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { MatchedName } from '../../../../contract/features/documents/matches.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { uploadStaged } from '../../../test/scenarios/publishing.ts'

const pdf = (pages: number) => makePdf(pages)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (
  client: WireClient,
  names: readonly string[],
  within: readonly number[] = [0],
  isDeep = true,
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/matches', {
    body: { roomId: client.me.roomId, within, isDeep, names },
  })

async function found(...asked: Parameters<typeof ask>): Promise<MatchedName[]> {
  const { http, json } = await ask(...asked)
  expect(http).toBe(200)
  return json.payload as MatchedName[]
}

const linesOf = (matches: readonly MatchedName[]): string[] =>
  matches.map(
    ({ name, by, found: documents }) =>
      `${name} (${by}): ${documents.map((each) => [...each.path, each.name].join('/')).join(', ')}`,
  )

async function filledRoom() {
  const room = await app.room()
  const { operator } = room
  const contracts = await operator.newFolder('계약')
  const leases = await operator.newFolder('임대차', contracts)
  const charter = await operator.put('정관.pdf', pdf(1))
  const draft = await operator.put('초안.pdf', pdf(1), contracts)
  await operator.put('초안.pdf', pdf(2), leases)
  await operator.put('3.1 목록.pdf', pdf(1), leases)
  return { room, operator, contracts, leases, charter, draft }
}

describe('documents that files would replace', () => {
  it('are found by name, without a number before it, and without an ending, of which the best kind alone counts', async () => {
    const { operator, contracts, leases } = await filledRoom()
    const names = [
      '정관.pdf'.normalize('NFD'),
      '2.1 정관.PDF',
      '정관 (2).pdf',
      '3.1 목록_v2.pdf',
      '초안.pdf',
      '초안.docx',
      '없음.pdf',
    ]
    expect(linesOf(await found(operator, names)).map((line) => line.normalize('NFC'))).toEqual([
      '정관.pdf (name): 정관.pdf',
      '2.1 정관.PDF (number): 정관.pdf',
      '정관 (2).pdf (ending): 정관.pdf',
      '3.1 목록_v2.pdf (ending): 계약/임대차/3.1 목록.pdf',
      '초안.pdf (name): 계약/초안.pdf, 계약/임대차/초안.pdf',
    ])
    expect(linesOf(await found(operator, ['초안.pdf', '정관.pdf'], [contracts], false))).toEqual([
      '초안.pdf (name): 계약/초안.pdf',
    ])
    expect(linesOf(await found(operator, ['초안.pdf'], [contracts]))).toEqual([
      '초안.pdf (name): 계약/초안.pdf, 계약/임대차/초안.pdf',
    ])
    expect(linesOf(await found(operator, ['초안.pdf', '정관.pdf'], [leases]))).toEqual([
      '초안.pdf (name): 계약/임대차/초안.pdf',
    ])
    await operator.put('정관 (2).pdf', pdf(1))
    expect(linesOf(await found(operator, ['정관 (2).pdf']))).toEqual([
      '정관 (2).pdf (name): 정관 (2).pdf',
    ])
  })

  it('are looked for in a selection of documents as well, and nowhere else', async () => {
    const { operator, draft, charter, leases } = await filledRoom()
    expect(
      linesOf(await found(operator, ['초안.pdf', '정관.pdf'], [draft, charter], false)),
    ).toEqual(['초안.pdf (name): 계약/초안.pdf', '정관.pdf (name): 정관.pdf'])
    expect(linesOf(await found(operator, ['초안.pdf', '정관.pdf'], [charter, leases]))).toEqual([
      '초안.pdf (name): 계약/임대차/초안.pdf',
      '정관.pdf (name): 정관.pdf',
    ])
  })

  it('have their place, their number and what is in their newest version, also where it waits', async () => {
    const { operator, room, contracts, draft } = await filledRoom()
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'live', scope: 'room' },
    })
    await operator.upload([['초안.pdf', pdf(4)]], contracts, 'replace')
    const [match] = await found(operator, ['1.2 초안.pdf'], [contracts], false)
    expect(match).toMatchObject({ by: 'number', number: '1.2', isMore: false })
    expect(match?.found).toEqual([
      {
        ...{ id: draft, name: '초안.pdf', parent: contracts, path: ['계약'], index: '1.2' },
        ...{ size: pdf(4).length, sha256: sha256(pdf(4)), uploadedAt: expect.any(String) },
      },
    ])
    await uploadStaged(operator, '초안.pdf', pdf(6), { parent: contracts, conflict: 'replace' })
    expect((await found(operator, ['초안.pdf'], [contracts], false))[0]?.found[0]?.sha256).toBe(
      sha256(pdf(6)),
    )
  })

  it('are neither folders nor deleted, and no more than can be chosen from', async () => {
    const { operator, charter } = await filledRoom()
    await operator.newFolder('정관.pdf 모음')
    await operator.deleteItem(charter)
    expect(await found(operator, ['정관.pdf', '임대차', '정관.pdf 모음'])).toEqual([])
    const paths = Array.from(
      { length: LIMITS.matchesPerName + 1 },
      (_, nth) => [`${nth}/같은.pdf`, pdf(1)] as const,
    )
    await operator.upload(paths)
    const [many] = await found(operator, ['같은.pdf'])
    expect(many?.found).toHaveLength(LIMITS.matchesPerName)
    expect(many?.isMore).toBe(true)
  })

  it('are shown to content operators, and to nobody of another room or without the permission', async () => {
    const { room, operator, charter } = await filledRoom()
    const { client: content } = await contentOperator(app, room)
    expect(linesOf(await found(content, ['정관.pdf']))).toEqual(['정관.pdf (name): 정관.pdf'])
    const other = await app.room()
    expect((await ask(other.operator, ['정관.pdf'], [charter])).json.code).toBe('NOT_FOUND')
    expect(await found(other.operator, ['정관.pdf'])).toEqual([])
    const { client } = await app.participant(room)
    expect((await ask(client, ['정관.pdf'])).json.code).toBe('NOT_OPERATOR')
    expect((await ask(operator, [])).http).toBe(400)
    expect(
      (
        await ask(
          operator,
          Array.from({ length: LIMITS.pathsPerCall + 1 }, (_, nth) => `${nth}.pdf`),
        )
      ).http,
    ).toBe(400)
  })
})
