import { describe, expect, it } from 'vitest'
import { ROLE } from '../../contract/core/limits.ts'
import type { SessionState } from '../../contract/core/permissions.ts'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import { STANDARD_STYLE } from '../../paper/watermark/layout.ts'
import type { Actor } from './actor.ts'
import { type ArchiveFacts, type DocumentFacts, decide, PURPOSES } from './policies.ts'

const document: DocumentFacts = {
  id: 10,
  roomId: 1,
  deleted: false,
  level: LEVEL.download,
  isNewest: true,
  isPrintable: true,
}
const archive: ArchiveFacts = { isOwn: true, documents: 1, copies: 1, gone: 0, unmarked: 0 }
const PAGES = ['open', 'page', 'thumbnail', 'links', 'find'] as const
const KEPT = ['download', 'zip', 'archive entry'] as const
const OF_DOCUMENTS = [
  ...PAGES,
  ...KEPT,
  'text',
  'passage',
  'print',
  'marked download',
  'adopt',
] as const

interface Asker extends Partial<Actor> {
  readonly images?: boolean
  readonly selection?: boolean
  readonly strict?: boolean
}

const actor = ({ images = false, selection = false, strict = false, ...more }: Asker): Actor => ({
  ...{
    sessionId: 's',
    roomId: 1,
    memberId: 2,
    userId: 3,
    roleId: ROLE.participant,
    scope: 'full',
    submits: false,
    leads: false,
    state: 'agreed',
  },
  ...{ name: '', email: 'hong@example.com', position: '', address: '' },
  ...{ group: undefined, changesAt: undefined },
  ...{
    print: false,
    download: false,
    text: false,
    watermark: true,
    zone: 'Asia/Seoul',
    phase: 'open',
    endsAt: new Date(0),
  },
  watermarkStyle: STANDARD_STYLE,
  viewing: { selection, strict, imageCopies: images },
  ...more,
})

const ASKERS: readonly Actor[] = Array.from({ length: 2 ** 9 }, (_, bits) => {
  const is = (bit: number): boolean => (bits & (1 << bit)) !== 0
  const state: SessionState = is(0) ? 'joined' : is(1) ? 'raised' : 'agreed'
  const asker = {
    roleId: is(2) ? ROLE.operator : ROLE.participant,
    state,
    print: is(3),
    download: is(4),
    text: is(5),
  }
  return actor({
    ...asker,
    watermark: is(6),
    images: is(7),
    strict: is(8),
    selection: is(5) !== is(8),
  })
})
const code = (decision: ReturnType<typeof decide>): string =>
  decision.outcome === 'denied' ? decision.code : 'allowed'

describe('the decision of the gate', () => {
  it.each(OF_DOCUMENTS)(
    'for "%s": nobody has what is deleted, of another room, or replaced, who is no operator in the operator area',
    (purpose) => {
      for (const asker of ASKERS) {
        expect(code(decide(purpose, asker, { ...document, deleted: true }))).toBe('NOT_FOUND')
        expect(code(decide(purpose, asker, { ...document, roomId: 2 }))).toBe('NOT_FOUND')
        const isOperator = asker.roleId === ROLE.operator && asker.state === 'raised'
        if (!isOperator)
          expect(code(decide(purpose, asker, { ...document, isNewest: false }))).toBe('NOT_FOUND')
        if (asker.state === 'joined')
          expect(code(decide(purpose, asker, document))).toBe('NOT_FOUND')
      }
    },
  )

  it('marks pages and copies for every reader, operators too, while the watermark is on; only documents to sign leave unmarked', () => {
    for (const asker of ASKERS.filter(({ watermark }) => watermark)) {
      for (const purpose of OF_DOCUMENTS) {
        const decision = decide(purpose, asker, document)
        if (decision.outcome === 'allowed' && purpose !== 'adopt')
          expect({ purpose, reader: decision.marksFor?.email }).toEqual({
            purpose,
            reader: asker.email,
          })
      }
    }
  })

  it('lets originals leave to those alone who may download, and a marked copy never without a mark', () => {
    for (const asker of ASKERS) {
      for (const purpose of [...KEPT, 'marked download', 'adopt'] as const) {
        const decision = decide(purpose, asker, document)
        if (asker.state !== 'joined')
          expect(code(decision)).toBe(asker.download ? 'allowed' : 'DOWNLOAD_DENIED')
        if (decision.outcome === 'allowed' && purpose === 'marked download')
          expect(decision.marksFor).toBeDefined()
        if (
          decision.outcome === 'allowed' &&
          purpose !== 'adopt' &&
          asker.viewing.imageCopies &&
          decision.marksFor
        )
          expect(decision.imagesOnly).toBe(true)
      }
    }
  })

  it('gives the unmarked original where the level says so, and marks what is viewed, printed or asked for marked', () => {
    const original = { ...document, level: LEVEL.original }
    const may = actor({ download: true, print: true })
    for (const purpose of KEPT) {
      const decision = decide(purpose, may, original)
      expect(decision).toMatchObject({ outcome: 'allowed', marksFor: undefined, imagesOnly: false })
      expect(code(decide(purpose, actor({ download: false }), original))).toBe('DOWNLOAD_DENIED')
    }
    for (const purpose of ['page', 'thumbnail', 'print', 'marked download'] as const)
      expect(decide(purpose, may, original)).toMatchObject({ outcome: 'allowed', marksFor: may })
  })

  it('keeps from a group what its level does not give, and what it may not see as if it did not exist', () => {
    const may = actor({ download: true, print: true })
    for (const purpose of OF_DOCUMENTS)
      expect(code(decide(purpose, may, { ...document, level: LEVEL.none }))).toBe('NOT_FOUND')
    for (const purpose of KEPT)
      expect(code(decide(purpose, may, { ...document, level: LEVEL.print }))).toBe(
        'DOWNLOAD_DENIED',
      )
    expect(code(decide('print', may, { ...document, level: LEVEL.view }))).toBe('PRINT_DENIED')
    expect(code(decide('page', may, { ...document, level: LEVEL.view }))).toBe('allowed')
  })

  it('gives a print that holds the document to those alone who may download it, and with a mark', () => {
    for (const asker of ASKERS.filter(({ state }) => state !== 'joined')) {
      const decision = decide('print', asker, document)
      expect(code(decision)).toBe(asker.print ? 'allowed' : 'PRINT_DENIED')
      if (decision.outcome === 'allowed' && !decision.imagesOnly)
        expect([asker.download, decision.marksFor !== undefined]).toEqual([true, true])
      if (asker.print)
        expect(code(decide('print', asker, { ...document, isPrintable: false }))).toBe('PRINT_TYPE')
    }
  })

  it('gives text to operators, to those who were granted it and where it may be selected; passages in strict mode to operators alone', () => {
    for (const asker of ASKERS.filter(({ state }) => state !== 'joined')) {
      const mayHave = asker.viewing.selection || asker.text || asker.roleId === ROLE.operator
      expect(code(decide('text', asker, document))).toBe(mayHave ? 'allowed' : 'TEXT_DENIED')
      const passage = decide('passage', asker, document)
      const isGuarded = asker.viewing.strict && asker.roleId !== ROLE.operator
      expect(passage.outcome === 'allowed' && passage.withText).toBe(mayHave && !isGuarded)
    }
  })

  it('gives nothing to keep to who views the room as another person', () => {
    const asker = actor({
      print: true,
      download: true,
      viewAs: { memberId: 9, name: '', parentId: '' },
    })
    for (const purpose of ['print', 'marked download', ...KEPT] as const)
      expect(code(decide(purpose, asker, document))).toBe('VIEW_AS_READ_ONLY')
    for (const purpose of PAGES) expect(code(decide(purpose, asker, document))).toBe('allowed')
  })

  it('refuses an archive that holds what its owner would not be given now', () => {
    const may = actor({ download: true })
    const asked: readonly [Actor, Partial<ArchiveFacts>, string][] = [
      [may, {}, 'allowed'],
      [may, { gone: 1 }, 'ARCHIVE_OUTDATED'],
      [may, { unmarked: 1 }, 'ARCHIVE_OUTDATED'],
      [actor({ download: true, watermark: false }), { unmarked: 1 }, 'allowed'],
      [actor({ download: true, images: true }), {}, 'ARCHIVE_OUTDATED'],
      [actor({ download: true, images: true }), { copies: 0 }, 'allowed'],
      [actor({}), {}, 'ARCHIVE_OUTDATED'],
      [actor({}), { documents: 0 }, 'allowed'],
      [actor({}), { isOwn: false, unmarked: 1 }, 'allowed'],
      [actor({}), { isOwn: false, gone: 1 }, 'ARCHIVE_OUTDATED'],
    ]
    for (const [asker, facts, answer] of asked)
      expect({ facts, code: code(decide('archive', asker, { ...archive, ...facts })) }).toEqual({
        facts,
        code: answer,
      })
  })

  it('gives what is composed to operators of its room in the operator area, its original to those of them who may download', () => {
    for (const asker of ASKERS) {
      const isOperator = asker.roleId === ROLE.operator && asker.state === 'raised'
      expect(code(decide('result', asker, { roomId: 1, templateId: 1 }))).toBe(
        isOperator ? 'allowed' : 'NOT_FOUND',
      )
      const source = isOperator ? (asker.download ? 'allowed' : 'DOWNLOAD_DENIED') : 'NOT_FOUND'
      expect(code(decide('source', asker, { roomId: 1, templateId: 1 }))).toBe(source)
      for (const purpose of ['result', 'source'] as const)
        expect(code(decide(purpose, asker, { roomId: 2, templateId: 1 }))).toBe('NOT_FOUND')
    }
  })

  it('gives a link its own document alone, and the file of a message to whom it went, as an operator only while being one', () => {
    const holder = { roomId: 1, templateId: 7 }
    expect(code(decide('sign', holder, holder))).toBe('allowed')
    for (const other of [
      { roomId: 1, templateId: 8 },
      { roomId: 2, templateId: 7 },
    ])
      expect(code(decide('sign', holder, other))).toBe('SIGN_LINK')
    const file = (roleId: number, isAddressed: boolean, isForOperators: boolean): string =>
      code(decide('message file', actor({ roleId }), { isAddressed, isForOperators }))
    expect([file(ROLE.participant, true, false), file(ROLE.operator, true, true)]).toEqual([
      'allowed',
      'allowed',
    ])
    expect([
      file(ROLE.participant, true, true),
      file(ROLE.operator, false, true),
      file(ROLE.participant, false, false),
    ]).toEqual(Array(3).fill('NOT_FOUND'))
  })

  it('gives a file of a thread to those who see its entry, to keep only to those who may download', () => {
    for (const asker of ASKERS) {
      const page = decide('thread page', asker, { isShown: true })
      expect({
        code: code(page),
        isMarked: page.outcome === 'allowed' && page.marksFor !== undefined,
      }).toEqual({
        ...{ code: 'allowed', isMarked: asker.watermark },
      })
      for (const purpose of ['thread page', 'thread file'] as const)
        expect(code(decide(purpose, asker, { isShown: false }))).toBe('NOT_FOUND')
      const isKept =
        asker.download && (asker.group === undefined || asker.group.rootLevel >= LEVEL.download)
      const kept = isKept ? (asker.viewAs ? 'VIEW_AS_READ_ONLY' : 'allowed') : 'DOWNLOAD_DENIED'
      expect(code(decide('thread file', asker, { isShown: true }))).toBe(kept)
    }
  })

  it('knows no purpose of which nothing is said here', () => {
    const said = [
      ...OF_DOCUMENTS,
      'archive',
      'result',
      'source',
      'sign',
      'message file',
      'thread page',
      'thread file',
    ]
    expect([...PURPOSES].sort()).toEqual(said.sort())
  })
})
