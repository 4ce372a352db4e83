import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { HOUR_MS } from '../../../test/harness/clocks.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { downloadOf } from '../../../test/scenarios/downloads.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  begin,
  bring,
  favour,
  leave,
  marksSeen,
  moved,
  type NewsScene,
  namesIn,
  newsOf,
  newsScene,
  ofHidden,
  personalList,
  replaced,
  stagedVersion,
} from '../../../test/scenarios/news.ts'
import { publish, putStaged, unpublish } from '../../../test/scenarios/publishing.ts'

const PDF = makePdf(1)
const LONGER = makePdf(2)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type NewsChange = (set: NewsScene, before: number) => Promise<unknown>

interface Scenario {
  readonly what: string
  readonly first?: (set: NewsScene) => Promise<number>
  readonly change: NewsChange
  readonly marks: Record<string, 'new' | 'updated'>
}

const BROUGHT: readonly Scenario[] = [
  { what: 'an upload', change: bring, marks: { '온 문서.pdf': 'new' } },
  {
    what: 'an upload that is replaced at once',
    change: async (set) => {
      await bring(set)
      await set.operator.upload([['온 문서.pdf', LONGER]], set.open, 'replace')
    },
    marks: { '온 문서.pdf': 'new' },
  },
  {
    what: 'a publication',
    first: ({ operator, open }) => putStaged(operator, '대기.pdf', PDF, open),
    change: ({ room }, id) => publish(room, [id]),
    marks: { '대기.pdf': 'new' },
  },
  {
    what: 'a publication of a folder',
    first: async ({ room, operator }) => {
      const folder = await operator.newFolder('통째')
      await unpublish(room, [folder])
      await putStaged(operator, '안.pdf', PDF, folder)
      return folder
    },
    change: ({ room }, id) => publish(room, [id]),
    marks: { '안.pdf': 'new' },
  },
  { what: 'a grant', change: (set) => ofHidden(set, 'view'), marks: { '숨은 문서.pdf': 'new' } },
  {
    what: 'a grant that is raised at once',
    change: async (set) => {
      await ofHidden(set, 'view')
      await ofHidden(set, 'download')
    },
    marks: { '숨은 문서.pdf': 'new' },
  },
  {
    what: 'a grant that is taken away',
    change: (set) => ofHidden(set, null),
    marks: { '숨은 문서.pdf': 'new' },
  },
  {
    what: 'a grant of one document in a hidden folder',
    change: ({ room, group, secret }) =>
      grant(room, { groupId: group, itemId: secret, level: 'view' }),
    marks: { '숨은 문서.pdf': 'new' },
  },
  {
    what: 'a move out of a hidden folder',
    change: (set) => moved(set, set.secret, set.open),
    marks: { '숨은 문서.pdf': 'new' },
  },
  {
    what: 'a move of a folder out of a hidden one',
    first: async ({ operator, hidden }) => {
      const folder = await operator.newFolder('아래', hidden)
      await operator.put('깊은 문서.pdf', PDF, folder)
      return folder
    },
    change: (set, id) => moved(set, id, set.open),
    marks: { '깊은 문서.pdf': 'new' },
  },
  {
    what: 'a restored document',
    first: async ({ operator, known }) => {
      await operator.deleteItem(known)
      return known
    },
    change: ({ operator }, id) => operator.restoreItem(id),
    marks: { '아는 문서.pdf': 'new' },
  },
  {
    what: 'a restored folder',
    first: async ({ operator, open }) => {
      await operator.deleteItem(open)
      return open
    },
    change: ({ operator }, id) => operator.restoreItem(id),
    marks: { '아는 문서.pdf': 'new' },
  },
  {
    what: 'a change of groups',
    change: async ({ room, reader }) =>
      moveInto(room, await newGroup(room, '다른 입찰', 'view'), [reader]),
    marks: { '숨은 문서.pdf': 'new' },
  },
  {
    what: 'a change of groups with an upload after it',
    change: async (set) => {
      await moveInto(set.room, await newGroup(set.room, '다른 입찰', 'view'), [set.reader])
      await bring(set)
    },
    marks: { '숨은 문서.pdf': 'new', '온 문서.pdf': 'new' },
  },
  { what: 'another version', change: replaced, marks: { '아는 문서.pdf': 'updated' } },
  {
    what: 'a version that is published',
    first: async (set) => {
      await stagedVersion(set)
      return set.known
    },
    change: ({ room }, id) => publish(room, [id]),
    marks: { '아는 문서.pdf': 'updated' },
  },
  {
    what: 'an older version that is restored',
    first: async (set) => {
      await replaced(set)
      return set.known
    },
    change: ({ operator }, id) => operator.restoreVersion(id, 1),
    marks: { '아는 문서.pdf': 'updated' },
  },
  {
    what: 'another version of a document in a folder that is granted',
    change: async (set) => {
      await ofHidden(set, 'view')
      await set.operator.upload([['숨은 문서.pdf', LONGER]], set.hidden, 'replace')
    },
    marks: { '숨은 문서.pdf': 'new' },
  },
]

const NOTHING: readonly Omit<Scenario, 'marks'>[] = [
  {
    what: 'an upload into a hidden folder',
    change: ({ operator, hidden }) => operator.put('온 문서.pdf', PDF, hidden),
  },
  {
    what: 'a staged upload',
    change: ({ operator, open }) => putStaged(operator, '온 문서.pdf', PDF, open),
  },
  { what: 'a staged version', change: stagedVersion },
  {
    what: 'an upload that is deleted',
    change: async (set) => {
      await set.operator.deleteItem(await bring(set))
    },
  },
  {
    what: 'a grant that ends at once',
    change: async (set) => {
      await ofHidden(set, 'view')
      await ofHidden(set, 'none')
    },
  },
  {
    what: 'another level',
    change: ({ room, group }) => grant(room, { groupId: group, itemId: 0, level: 'view' }),
  },
  {
    what: 'a grant on what was visible before',
    change: ({ room, group, open }) => grant(room, { groupId: group, itemId: open, level: 'view' }),
  },
  {
    what: 'a move between visible folders',
    change: async (set) => {
      await moved(set, set.known, 0)
      await moved(set, set.open, await set.operator.newFolder('위'))
    },
  },
  {
    what: 'another name',
    change: ({ operator, known }) => operator.renameItem(known, '다른 이름'),
  },
  {
    what: 'what is deleted and restored',
    change: async ({ operator, known }) => {
      await operator.deleteItem(known)
      await operator.restoreItem(known)
    },
  },
  {
    what: 'what is staged and published',
    change: async ({ room, open }) => {
      await unpublish(room, [open])
      await publish(room, [open])
    },
  },
  {
    what: 'what is hidden and shown',
    change: async ({ room, group, open }) => {
      await grant(room, { groupId: group, itemId: open, level: 'none' })
      await grant(room, { groupId: group, itemId: open, level: null })
    },
  },
  {
    what: 'a change of groups that shows the same',
    change: async ({ room, reader, hidden }) => {
      const other = await newGroup(room, '다른 입찰', 'view')
      await grant(room, { groupId: other, itemId: hidden, level: 'none' })
      await moveInto(room, other, [reader])
    },
  },
  { what: 'a folder', change: ({ operator, open }) => operator.newFolder('온 폴더', open) },
]

describe('to a reader', () => {
  const run = async ({ first, change }: Omit<Scenario, 'marks'>) => {
    const set = await newsScene(app)
    const before = (await first?.(set)) ?? 0
    return newsOf(set.reader, () => change(set, before))
  }

  it.each(BROUGHT)('$what is new', async ({ marks, ...scenario }) => {
    expect(await run(scenario)).toEqual(marks)
  })

  it.each(NOTHING)('$what is not new', async (scenario) => {
    expect(await run(scenario)).toEqual({})
  })

  it('what a time limit shows is new from then on', async () => {
    const set = await newsScene(app)
    const from = new Date(app.clock.now().getTime() + 2 * HOUR_MS).toISOString()
    expect(await newsOf(set.reader, () => ofHidden(set, 'view', { from }))).toEqual({})
    await leave(set.client)
    app.clock.advance(3 * HOUR_MS)
    await begin(set.reader)
    expect(await marksSeen(set.client)).toEqual({ '숨은 문서.pdf': 'new' })
  })

  it('nothing is new on the first visit, and all stays new during a visit', async () => {
    const set = await newsScene(app)
    expect(await marksSeen(set.client)).toEqual({})
    expect((await personalList(set.client, 'new')).json).not.toHaveProperty('since')
    await bring(set)
    expect(await marksSeen(set.client)).toEqual({})
    await leave(set.client)
    await set.operator.put('둘째.pdf', PDF)
    await begin(set.reader)
    await set.operator.put('셋째.pdf', PDF)
    const marks = { '둘째.pdf': 'new', '셋째.pdf': 'new' }
    expect(await marksSeen(set.client)).toEqual(marks)
    expect(await marksSeen(set.client)).toEqual(marks)
    await leave(set.client)
    await begin(set.reader)
    expect(await marksSeen(set.client)).toEqual({})
  })

  it('an entry that was not agreed to is no visit', async () => {
    const set = await newsScene(app)
    await leave(set.client)
    await bring(set)
    await set.client.join(set.reader.pin)
    await leave(set.client)
    await begin(set.reader)
    expect(await marksSeen(set.client)).toEqual({ '온 문서.pdf': 'new' })
  })

  it('what was opened or downloaded is not new, until it changes again', async () => {
    const set = await newsScene(app)
    const { client, operator, room } = set
    await leave(client)
    const opened = await operator.put('연 문서.pdf', PDF)
    await operator.put('받은 문서.pdf', PDF)
    await replaced(set)
    await begin(set.reader)
    expect(await marksSeen(client)).toEqual({
      '연 문서.pdf': 'new',
      '받은 문서.pdf': 'new',
      '아는 문서.pdf': 'updated',
    })
    await client.openDocument(opened)
    await client.openDocument(set.known)
    expect((await downloadOf(client, room, '받은 문서.pdf')).http).toBe(200)
    expect(await marksSeen(client)).toEqual({})
    await operator.upload([['연 문서.pdf', LONGER]], 0, 'replace')
    expect(await marksSeen(client)).toEqual({ '연 문서.pdf': 'updated' })
    expect(await namesIn(client, 'recent')).toEqual([
      '받은 문서.pdf',
      '아는 문서.pdf',
      '연 문서.pdf',
    ])
  })

  it('another reader’s opening changes nothing', async () => {
    const set = await newsScene(app)
    const other = await app.participant(set.room, '박동료')
    await moveInto(set.room, set.group, [other])
    await leave(set.client)
    const id = await bring(set)
    await other.client.openDocument(id)
    await favour(other.client, id)
    await begin(set.reader)
    expect(await marksSeen(set.client)).toEqual({ '온 문서.pdf': 'new' })
    expect(await namesIn(set.client, 'favourites')).toEqual([])
    expect(await namesIn(set.client, 'recent')).toEqual([])
  })
})
