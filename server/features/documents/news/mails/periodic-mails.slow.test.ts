import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAIL_PACES, type MailPace } from '../../../../../contract/features/session/preferences.ts'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { advanceTo, dayIn } from '../../../../test/harness/clocks.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../../test/scenarios/groups.ts'
import {
  awayDaily,
  choosePace,
  mailsAreOut,
  namesBehind,
  newsMailsTo,
  nextMorning,
  planMails,
} from '../../../../test/scenarios/mail-paces.ts'
import {
  begin,
  bring,
  leave,
  moved,
  type NewsScene,
  newsScene,
  ofHidden,
  replaced,
} from '../../../../test/scenarios/news.ts'
import { publish, putStaged } from '../../../../test/scenarios/publishing.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
})
afterAll(() => app.close())

interface Event {
  readonly name: string
  readonly before?: (set: NewsScene, readers: readonly TestPerson[]) => Promise<unknown>
  readonly change: (set: NewsScene, readers: readonly TestPerson[]) => Promise<unknown>
  readonly brings: string
  readonly isAnnounced: boolean
}

let staged = 0
const stage = async ({ operator, open }: NewsScene) => {
  staged = await putStaged(operator, '대기 문서.pdf', PDF, open)
}

const EVENTS: readonly Event[] = [
  { name: 'an upload', change: bring, brings: '온 문서.pdf', isAnnounced: true },
  { name: 'a new version', change: replaced, brings: '아는 문서.pdf', isAnnounced: true },
  {
    name: 'a publication that is announced',
    before: stage,
    change: ({ room }) => publish(room, [staged], { notify: true }),
    brings: '대기 문서.pdf',
    isAnnounced: true,
  },
  {
    name: 'a quiet publication',
    before: stage,
    change: ({ room }) => publish(room, [staged], { notify: false }),
    brings: '대기 문서.pdf',
    isAnnounced: false,
  },
  {
    name: 'a grant',
    change: (set) => ofHidden(set, 'view'),
    brings: '숨은 문서.pdf',
    isAnnounced: false,
  },
  {
    name: 'a move',
    change: (set) => moved(set, set.secret, set.open),
    brings: '숨은 문서.pdf',
    isAnnounced: false,
  },
  {
    name: 'a restoration',
    before: ({ operator, known }) => operator.deleteItem(known),
    change: ({ operator, known }) => operator.restoreItem(known),
    brings: '아는 문서.pdf',
    isAnnounced: false,
  },
  {
    name: 'another group',
    change: async ({ room }, readers) =>
      moveInto(room, await newGroup(room, '낙찰', 'view'), readers),
    brings: '숨은 문서.pdf',
    isAnnounced: false,
  },
]

const EXPECTED: Record<
  MailPace,
  (isAnnounced: boolean) => readonly [now: number, nextMorning: number, monday: number]
> = {
  each: (isAnnounced) => (isAnnounced ? [1, 1, 1] : [0, 0, 0]),
  daily: () => [0, 1, 1],
  weekly: () => [0, 0, 1],
  never: () => [0, 0, 0],
}

const isMonday = () => new Date(`${dayIn(app, 0)}T12:00:00Z`).getUTCDay() === 1

function toTuesday(): void {
  while (!isMonday()) advanceTo(app, 12)
  advanceTo(app, 12)
}

describe('mails at the pace that each person chose', () => {
  it.each(EVENTS)(
    'come once about what $name brought, and lead to it',
    async ({ before, change, brings, isAnnounced }) => {
      toTuesday()
      const set = await newsScene(app)
      const { room, group } = set
      const readers = await Promise.all(
        MAIL_PACES.map((pace) => app.participant(room, `참여 ${pace}`)),
      )
      await moveInto(room, group, readers)
      for (const [index, pace] of MAIL_PACES.entries())
        await choosePace(readers[index]!.client, pace)
      await before?.(set, readers)
      await mailsAreOut(app)
      const quiet = await Promise.all(readers.map(({ email }) => newsMailsTo(app, email)))
      const counts = async () =>
        Promise.all(
          readers.map(
            async ({ email }, index) =>
              (await newsMailsTo(app, email)).length - quiet[index]!.length,
          ),
        )
      for (const { client } of readers) await leave(client)

      await change(set, readers)
      await mailsAreOut(app)
      await planMails(app)
      const expected = MAIL_PACES.map((pace) => EXPECTED[pace](isAnnounced))
      expect(await counts()).toEqual(expected.map(([now]) => now))
      advanceTo(app, 6)
      await planMails(app)
      expect(await counts()).toEqual(expected.map(([now]) => now))
      for (const hour of [8, 9]) {
        advanceTo(app, hour)
        await planMails(app)
        expect(await counts()).toEqual(expected.map(([, nextMorning]) => nextMorning))
      }
      while (!isMonday()) {
        advanceTo(app, 8)
        await planMails(app)
      }
      advanceTo(app, 9)
      await planMails(app)
      expect(await counts()).toEqual(expected.map(([, , monday]) => monday))

      for (const [index, pace] of MAIL_PACES.entries()) {
        const reader = readers[index]!
        const mail = (await newsMailsTo(app, reader.email)).find(
          (text) => !quiet[index]!.includes(text),
        )
        if (expected[index]![2] === 0) continue
        expect(mail, pace).toContain(brings)
        expect(mail).toContain(`/?room=${room.roomNo}#mail-pace`)
        await begin(reader)
        expect(await namesBehind(reader.client, mail ?? '')).toEqual([brings])
      }
    },
  )
})

describe('the mail of a day', () => {
  beforeEach(() => advanceTo(app, 12))

  const mailsAboutNew = async ({ email }: Pick<TestPerson, 'email'>) =>
    (await newsMailsTo(app, email)).filter((text) => text.includes('온 문서.pdf'))

  it('comes once from several nodes, and never again about the same documents', async () => {
    const set = await awayDaily(app)
    const { reader } = set
    await bring(set)
    advanceTo(app, 8)
    await planMails(app, [
      app.program.jobs.handlers,
      ...(await Promise.all([app.handlersOf({}), app.handlersOf({})])),
    ])
    await planMails(app)
    await nextMorning(app)
    await nextMorning(app)
    expect(await mailsAboutNew(reader)).toHaveLength(1)
  })

  it('does not come about what was seen in a visit, is gone by then, or to nobody who may enter', async () => {
    const [seen, gone, blocked, removed, quiet] = [
      await awayDaily(app),
      await awayDaily(app),
      await awayDaily(app),
      await awayDaily(app),
      await awayDaily(app),
    ]
    for (const set of [seen, gone, blocked, removed, quiet]) await bring(set)
    await begin(seen.reader)
    await leave(seen.client)
    await gone.operator.deleteItem(gone.open)
    await blocked.operator.setRight(blocked.reader.memberId, 'access', false)
    await removed.operator.remove(removed.reader.memberId)
    await quiet.operator.switches(true, false)
    await nextMorning(app)
    for (const { reader } of [seen, gone, blocked, removed, quiet])
      expect(await mailsAboutNew(reader)).toEqual([])
  })

  it('reaches the others where one cannot be mailed, and is made up for when that one can', async () => {
    const set = await awayDaily(app)
    const second = await app.participant(set.room, '박둘째')
    await choosePace(second.client, 'daily')
    await leave(second.client)
    await bring(set)
    const rename = (email: string) =>
      app.database.pool.query('update members set email = $2 where id = $1', [
        set.reader.memberId,
        email,
      ])
    await rename('nobody')
    advanceTo(app, 8)
    const handler = app.program.jobs.handlers.find(({ name }) => name === 'documents.mail-news')
    const context = { signal: new AbortController().signal, attempt: 1, lastAttempt: false }
    await expect(handler?.run({ roomId: set.room.roomId }, context)).rejects.toThrow(
      'not exactly one mail address',
    )
    await rename(set.reader.email)
    await handler?.run({ roomId: set.room.roomId }, context)
    await planMails(app)
    for (const reader of [set.reader, second]) expect(await mailsAboutNew(reader)).toHaveLength(1)
  })
})
