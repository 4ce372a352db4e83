import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  ImportedEntry,
  ImportProgress,
  ImportRequest,
  ImportSource,
} from '../../features/documents/index.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { expectDocuments } from '../../test/scenarios/structures.ts'

let app: TestApp
let room: TestRoom
let operator: WireClient

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  room = await app.room()
  operator = room.operator
})

type Meanwhile = Readonly<Record<string, () => unknown>>

function sourceOf(paths: readonly string[], meanwhile: Meanwhile = {}): ImportSource {
  const entries = paths.map((own) => {
    const content = makePdf(1, own)
    return {
      ...{ path: own, steps: own.split('/'), isFolder: false, size: content.length },
      async *content() {
        await meanwhile[own]?.()
        yield content
      },
    }
  })
  return { name: '', entries }
}

interface ImportTrial extends Partial<ImportRequest> {
  readonly meanwhile?: Meanwhile
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

async function bring(
  paths: readonly string[],
  { meanwhile, signal, onProgress, ...asked }: ImportTrial = {},
): Promise<readonly ImportedEntry[]> {
  const request = {
    roomId: room.roomId,
    into: [],
    staged: undefined,
    numbers: 'strip',
    isDryRun: false,
    ...asked,
  } as const
  const watch = {
    signal: signal ?? new AbortController().signal,
    onProgress: onProgress ?? (() => undefined),
  }
  const { entries, failure } = await app.program.importIntoRoom(
    sourceOf(paths, meanwhile),
    request,
    watch,
  )
  expect(failure).toBeUndefined()
  return entries
}

const number = (numbering: string) =>
  operator.call('POST', '/room/api/room/update/index', { body: { id: room.roomId, numbering } })

const names = async (): Promise<string[]> =>
  (await operator.items()).map(({ index, name }) =>
    index === undefined ? name : `${index} ${name}`,
  )

const detailOf = (entries: readonly ImportedEntry[], own: string): string | undefined =>
  entries.find(({ path }) => path === own)?.detail

const outcomes = (entries: readonly ImportedEntry[]): string[] =>
  entries.map(({ outcome }) => outcome)

describe('an import that goes on', () => {
  it('puts each document in its place at once, so that an interruption leaves none behind those that follow', async () => {
    await number('live')
    await bring(['3. c.pdf'])
    const stop = new AbortController()
    const all = ['1. a.pdf', '2. b.pdf', '3. c.pdf', '4. d.pdf']
    await bring(all, { meanwhile: { '1. a.pdf': () => stop.abort() }, signal: stop.signal })
    expect(await names()).toEqual(['1 a.pdf', '2 c.pdf'])
    const entries = await bring(all)
    expect(outcomes(entries)).toEqual(['existed', 'imported', 'existed', 'imported'])
    expect(await names()).toEqual(['1 a.pdf', '2 b.pdf', '3 c.pdf', '4 d.pdf'])
  })

  it('does so with folders', async () => {
    await number('live')
    await bring(['3. 인사/x.pdf'])
    await bring(['1. 회사/z.pdf', '2. 재무/y.pdf', '3. 인사/x.pdf'])
    expect(await names()).toEqual(['1 회사', '2 재무', '3 인사'])
  })

  it('comes before what is left, where what follows it at first went to the trash', async () => {
    await number('live')
    await bring(['2. b.pdf', '3. c.pdf'])
    const [b] = await operator.items()
    await bring(['1. a.pdf', '2. b.pdf', '3. c.pdf'], {
      meanwhile: { '1. a.pdf': () => operator.deleteItem(b?.id ?? 0) },
    })
    expect(await names()).toEqual(['1 a.pdf', '2 c.pdf'])
  })

  it('leaves alone the order that a person gave to what is here', async () => {
    await number('live')
    await bring(['1. a.pdf', '3. c.pdf'])
    const [a, c] = await operator.items()
    const body = { roomId: room.roomId, parent: 0, ids: [c?.id ?? 0], before: a?.id ?? 0 }
    expect((await operator.call('POST', '/room/api/file/order', { body })).json.status).not.toBe(
      'EXCEPTION',
    )
    expect(await names()).toEqual(['1 c.pdf', '2 a.pdf'])
    await bring(['1. a.pdf', '2. b.pdf', '3. c.pdf'])
    expect(await names()).toEqual(['1 b.pdf', '2 c.pdf', '3 a.pdf'])
  })

  it('knows a document with a number behind its name, also where the one without is gone', async () => {
    const other = await operator.put('a.pdf', makePdf(1, 'other'))
    await bring(['a.pdf'])
    await operator.deleteItem(other)
    expect(await names()).toEqual(['a (2).pdf'])
    expect(outcomes(await bring(['a.pdf']))).toEqual(['existed'])
    expect(await names()).toEqual(['a (2).pdf'])
  })

  it('counts once what is read again, because another took the name', async () => {
    let times = 0
    const take = async (): Promise<void> => {
      times += 1
      if (times === 1) await operator.put('a.pdf', makePdf(1, 'of another size'))
    }
    const seen: ImportProgress[] = []
    expect(
      outcomes(
        await bring(['a.pdf', 'b.pdf'], {
          meanwhile: { 'a.pdf': take },
          onProgress: (progress) => seen.push(progress),
        }),
      ),
    ).toEqual([...['imported', 'imported']])
    expect(times).toBe(2)
    expect(seen.at(-1)).toMatchObject({ files: 2, bytes: seen[0]?.allBytes })
    expect(seen.every(({ bytes, allBytes }) => bytes <= allBytes)).toBe(true)
  })
})

describe('the report of an import', () => {
  it('names the number that an expected document held, and takes none for it', async () => {
    await number('fixed')
    await expectDocuments(operator, ['정관'])
    const entries = await bring(['5. 정관.pdf', '6. 등기부.pdf'])
    expect(await names()).toEqual(['1 정관.pdf', '6 등기부.pdf'])
    expect(detailOf(entries, '5. 정관.pdf')).toBe(
      'It was expected, and has the number 1 that was held for it.',
    )
    expect(detailOf(entries, '6. 등기부.pdf')).toBeUndefined()
    await expectDocuments(operator, ['의사록'])
    const more = await bring(['6. 등기부.pdf', '7. 의사록.pdf', '8. 명부.pdf'])
    expect(await names()).toEqual(['1 정관.pdf', '6 등기부.pdf', '7 의사록.pdf', '8 명부.pdf'])
    expect(more.map(({ detail }) => detail)).toEqual([undefined, undefined, undefined])
  })

  it('has a leading 0 behind the others, whose numbers stay', async () => {
    await number('fixed')
    await bring(['00_목록.pdf', '01_회사.pdf', '03_재무.pdf'])
    expect(await names()).toEqual(['1 회사.pdf', '3 재무.pdf', '4 목록.pdf'])
  })

  it('says that folders are one to the room, where their names differ in case alone', async () => {
    const paths = ['A/x.pdf', 'a/y.pdf']
    for (const isDryRun of [true, false]) {
      const entries = await bring(paths, { isDryRun })
      expect(detailOf(entries, 'A/')).toBeUndefined()
      expect(detailOf(entries, 'a/')).toBe(
        'Its name is that of A/ to the room; both are one folder there.',
      )
    }
    expect(await names()).toEqual(['A'])
    expect(detailOf(await bring(['A/x.pdf']), 'A/')).toBeUndefined()
  })
})
