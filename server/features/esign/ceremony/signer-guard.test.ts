import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import {
  asAuthor,
  draftToSend,
  mailsTo,
  SignerClient,
  signerOf,
} from '../../../test/scenarios/signing.ts'

const DAY = 86_400_000
const TOKEN = /^[A-Za-z0-9_-]{32}$/

describe('the link of an invitation', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
    room = await app.room()
  })
  afterAll(() => app.close())

  const address = (): string => {
    people += 1
    return `link${people}@law.example`
  }
  async function sent(
    email: string,
    of: TestRoom = room,
    options: { signValid?: number; pdf?: Uint8Array } = {},
  ) {
    const { templateId } = await draftToSend(of, { people: [{ email }], ...options })
    expect((await asAuthor(of.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    return { templateId, signer: await signerOf(app, email) }
  }
  const CALLS = [
    ['GET', ''],
    ['GET', '/file'],
    ['GET', '/images/1'],
    ['POST', '/open'],
    ['POST', '/complete', { consent: true, boxes: [] }],
    ['POST', '/decline', { reason: '아니요' }],
  ] as const
  async function refusals(signer: SignerClient): Promise<Set<string>> {
    const codes = new Set<string>()
    for (const [method, path, body] of CALLS) {
      const response = await signer.fetch(method, path, body)
      const { error } = JSON.parse(await response.text()) as { error?: { code: string } }
      codes.add(`${response.status} ${error?.code}`)
    }
    return codes
  }

  it('holds a token that nobody guesses, in the mail alone and behind the #', async () => {
    const [one, two] = [await sent(address()), await sent(address())]
    expect(one.signer.token).toMatch(TOKEN)
    expect(one.signer.token).not.toBe(two.signer.token)
    expect((await one.signer.state()).http).toBe(200)
    const { rows } = await app.database.pool.query(
      'select octet_length(token_digest) as length from template_participants where template_id = $1',
      [one.templateId],
    )
    expect(rows).toEqual([{ length: 32 }])
  })

  it('C02: nothing opens without it, with another scheme, in the address, or with the token of a session', async () => {
    const { signer, templateId } = await sent(address())
    const stranger = app.stranger()
    for (const authorization of [
      undefined,
      `Bearer ${signer.token}`,
      'Signer ',
      `Signer ${signer.token}x`,
      `Basic ${signer.token}`,
      signer.token,
    ]) {
      const response = await stranger.fetch('GET', '/esign/api/sign/file', {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect([response.status, await response.json()]).toEqual([
        401,
        { error: { code: 'SIGN_LINK', message: expect.any(String) } },
      ])
    }
    expect((await stranger.fetch('GET', `/esign/api/sign?token=${signer.token}`)).status).toBe(401)
    expect((await room.operator.fetch('GET', '/esign/api/sign')).status).toBe(401)
    const asSession = await stranger.fetch('POST', '/esign/api/compose/remind', {
      headers: { authorization: `Signer ${signer.token}` },
      body: { templateId },
    })
    expect(asSession.status).toBe(401)
  })

  it('says in words of both languages that it opens nothing', async () => {
    const { signer, templateId } = await sent(address())
    await asAuthor(room.operator, 'cancel', { templateId })
    const korean = await signer.state()
    expect([korean.code, korean.message]).toEqual([
      'SIGN_CANCELLED',
      '요청한 사람이 서명 요청을 취소했습니다.',
    ])
    const english = new SignerClient(app.base, signer.token, { 'accept-language': 'en' })
    expect((await english.state()).message).toBe(
      'The requester has cancelled this signature request.',
    )
    expect(await refusals(signer)).toEqual(new Set(['401 SIGN_CANCELLED']))
  })

  it('ends with its time', async () => {
    const own = await app.room()
    const { signer } = await sent(address(), own, { signValid: 2 })
    app.clock.advance(2 * DAY - 60_000)
    expect((await signer.state()).http).toBe(200)
    app.clock.advance(60_000)
    expect(await refusals(signer)).toEqual(new Set(['401 SIGN_EXPIRED']))
    room = await app.room()
  })

  it('ends with the room', async () => {
    const own = await app.room()
    const { signer } = await sent(address(), own)
    await closeRoom(app, own.roomId)
    expect(await refusals(signer)).toEqual(new Set(['401 ROOM_CLOSED']))
  })

  it('puts on record for which reason it was refused to its owner, once an hour each, and nothing for who holds none', async () => {
    const own = await app.room()
    const { signer, templateId } = await sent(address(), own)
    const refused = async () =>
      (await app.logged(own.roomId)).filter((kind) => kind === 'sign.refused').length
    expect((await signer.state()).http).toBe(200)
    await new SignerClient(app.base, 'B'.repeat(32)).state()
    expect(await refused()).toBe(0)
    await Promise.all([1, 2, 3].map(() => signer.decline(' ')))
    expect(await refused()).toBe(1)
    await signer.complete([{ id: 'foreign', text: 'x' }])
    expect(await refused()).toBe(2)
    await app.database.pool.query(
      `update template_participants set refusals = jsonb_set(refusals, '{SIGN_REASON}', $2) where template_id = $1`,
      [templateId, JSON.stringify(new Date(app.clock.now().getTime() - 3_600_000))],
    )
    await Promise.all([1, 2].map(() => signer.decline(' ')))
    expect(await refused()).toBe(3)
    await asAuthor(own.operator, 'cancel', { templateId })
    expect(await refusals(signer)).toEqual(new Set(['401 SIGN_CANCELLED']))
    expect(await refused()).toBe(4)
    expect(
      (await app.logged(own.roomId)).filter(
        (kind) => kind === 'sign.declined' || kind === 'sign.completed',
      ),
    ).toEqual([])
  })

  it('lets somebody who only tries run into a wall, and not who holds a link, nor others', async () => {
    const { signer } = await sent(address())
    const from = (ip: string, token: string) =>
      new SignerClient(app.base, token, { 'x-forwarded-for': ip })
    const wrong = 'A'.repeat(32)
    const codes: (string | undefined)[] = []
    for (let tries = 0; tries < 31; tries += 1)
      codes.push((await from('203.0.113.9', wrong).state()).code)
    expect(codes.slice(0, 30).every((code) => code === 'SIGN_LINK')).toBe(true)
    expect(codes.at(-1)).toBe('TOO_MANY')
    expect((await from('203.0.113.10', wrong).state()).code).toBe('SIGN_LINK')
    expect((await from('203.0.113.9', signer.token).state()).http).toBe(200)
  })

  const SHUT: Record<string, (memberId: number) => Promise<unknown>> = {
    blocked: (memberId) => room.operator.setRight(memberId, 'access', false),
    removed: (memberId) => room.operator.remove(memberId),
  }
  it.each(Object.entries(SHUT))(
    'P06: is dead once its owner is %s in the room, for any case of the address',
    async (_, shut) => {
      const person = await app.participant(room)
      const other = await sent(address())
      const { signer, templateId } = await sent(person.email.toUpperCase())
      expect((await signer.state()).http).toBe(200)
      await shut(person.memberId)
      expect(await refusals(signer)).toEqual(new Set(['401 SIGN_LINK']))
      expect((await other.signer.state()).http).toBe(200)
      const { rows } = await app.database.pool.query(
        'select token_digest from template_participants where template_id = $1',
        [templateId],
      )
      expect(rows).toEqual([{ token_digest: null }])
    },
  )

  it('ends in the order in which documents are sent, so that neither waits for the other for ever', async () => {
    const person = await app.participant(room)
    const [first, second] = [await sent(person.email), await sent(person.email)]
    const hold = 'select id from template_participants where template_id = $1 for update nowait'
    const holder = await app.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(hold, [first.templateId])
      const blocked = room.operator.setRight(person.memberId, 'access', false)
      await untilLocked(app)
      expect((await holder.query(hold, [second.templateId])).rows).toHaveLength(1)
      await holder.query('commit')
      expect((await blocked).http).toBe(200)
    } finally {
      holder.release()
    }
    for (const { signer } of [first, second]) expect((await signer.state()).code).toBe('SIGN_LINK')
  })

  it('can be mailed again to somebody who was removed since, if an author wants so', async () => {
    const person = await app.participant(room)
    await room.operator.remove(person.memberId)
    const { signer } = await sent(person.email)
    expect((await signer.state()).http).toBe(200)
  })

  it('cuts the bytes that flow when it ends', async () => {
    const large = makePdf(300, 'x'.repeat(50_000))
    const { signer, templateId } = await sent(address(), room, { pdf: large })
    const response = await signer.fetch('GET', '/file')
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await asAuthor(room.operator, 'cancel', { templateId })
    let got = 0
    await expect(
      (async () => {
        for (;;) {
          const piece = await reader?.read()
          if (!piece || piece.done) return
          got += piece.value.length
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      })(),
    ).rejects.toThrow()
    expect(got).toBeLessThan(large.length)
  })

  it('C01: shows nothing of the room, of other people and of other documents', async () => {
    const [one, two] = [address(), address()]
    const { templateId } = await draftToSend(room, {
      people: [
        { email: one },
        { email: two, type: 'APPROVER', order: 2 },
        { email: address(), type: 'CC' },
      ],
      boxes: [{ of: one }],
    })
    await asAuthor(room.operator, 'addInvite', { templateId, members: [] })
    const signer = await signerOf(app, one)
    const state = await signer.state()
    expect(Object.keys(state.data).sort()).toEqual(
      [
        ...[
          'annotations',
          'boxes',
          'doneAt',
          'expiresAt',
          'isFrozen',
          'isSealed',
          'name',
          'notice',
          'pageCount',
          'pages',
          'participant',
        ],
        ...['roomName', 'sender', 'status', 'waterMark', 'zone'],
      ].sort(),
    )
    expect(state.text).not.toContain(two)
    expect(state.text).not.toContain('templateId')
    expect((await mailsTo(app, one)).map(({ source }) => source).join()).not.toContain(two)
    await app.database.pool.query(
      `insert into compose_images (room_id, created_by, width, height, size, sealed, created_at) values ($1, $2, 1, 1, 0, '', now())`,
      [room.roomId, room.operator.me.id],
    )
    const { rows } = await app.database.pool.query('select max(id) as id from compose_images')
    expect((await signer.fetch('GET', `/images/${rows[0].id}`)).status).toBe(404)
  })
})
