import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomBrand } from '../../../../contract/features/rooms.ts'
import { stampPng } from '../../../test/fixtures/stamp-png.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import type { RoomKeyring } from '../keys/room-keys.ts'

const UNBRANDED = { firm: '', accent: null, accentDark: null, sender: '', replyTo: '', footer: '' }
const BRAND = {
  firm: '한앤파트너스',
  accent: '#7a1f3d',
  accentDark: '#f0a8bf',
  sender: 'Han & Partners 데이터룸',
  replyTo: 'deal@han.example',
  footer: '한앤파트너스 M&A팀\n02-000-0000',
}
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" onload="alert(1)"><rect width="300" height="60" fill="red"/></svg>',
)

describe('the brand of a room', () => {
  let app: TestApp
  let keyring: RoomKeyring
  beforeAll(async () => {
    app = await startTestApp()
    keyring = await freshKeyring(app)
  })
  afterAll(() => app.close())

  const set = (client: WireClient, fields: object = {}) =>
    client.call('PUT', '/room/api/room/update/brand', {
      body: { id: client.me.roomId, ...UNBRANDED, ...fields },
    })
  const read = async ({ operator, roomId }: TestRoom) =>
    (await operator.call('GET', `/room/api/room/brand/${roomId}`)).json.payload
  const infoOf = async (client: WireClient) =>
    (await client.call('GET', `/room/api/room/info/${client.me.roomId}`)).json.payload as {
      brand?: RoomBrand
    }
  const invitationTo = async (email: string) =>
    (await app.mailsTo(email)).findLast(({ text }) => text?.includes('PIN'))
  const logo = (client: WireClient, ground = 'light') =>
    client.fetch('GET', `/room/api/room/logo/${client.me.roomId}/${ground}`)

  it('is shown to everybody in the room, before they accept the agreement too, and in the log', async () => {
    const room = await app.room()
    expect(await read(room)).toEqual({ ...UNBRANDED, logos: {} })
    const { client, pin } = await app.participant(room)
    expect((await infoOf(client)).brand).toBeUndefined()
    expect((await set(room.operator, { ...BRAND, accent: '#7A1F3D' })).json.status).toBe('OK')
    expect(await read(room)).toEqual({ ...BRAND, logos: {} })
    const shown = { firm: BRAND.firm, accent: BRAND.accent, accentDark: BRAND.accentDark }
    expect((await infoOf(client)).brand).toEqual(shown)
    const entering = app.stranger()
    await entering.join(pin)
    expect((await infoOf(entering)).brand).toEqual(shown)
    await set(room.operator, BRAND)
    const changed = ['firm', 'accent', 'accentDark', 'sender', 'replyTo', 'footer']
    expect(await loggedDetails(app.database, keyring, room.roomId, 'room.brand')).toEqual([
      { changed, firm: BRAND.firm, sender: BRAND.sender },
    ])
    await set(room.operator)
    expect((await infoOf(client)).brand).toBeUndefined()
    expect((await infoOf((await app.room()).operator)).brand).toBeUndefined()
  })

  it('refuses colours that are hard to read, and names the nearest that is not', async () => {
    const room = await app.room()
    const refused = await set(room.operator, { ...BRAND, accent: '#ff7a00' })
    expect(refused).toMatchObject({ http: 422, json: { code: 'COLOR_CONTRAST' } })
    const [nearest] = /#(?!ff7a00)[0-9a-f]{6}/.exec(refused.text) ?? []
    expect((await set(room.operator, { accent: nearest })).http).toBe(200)
    expect((await set(room.operator, { accentDark: '#7a1f3d' })).json.code).toBe('COLOR_CONTRAST')
    for (const accent of ['red', '#fff', 'url(x)', '#12345g'])
      expect((await set(room.operator, { accent })).http).toBe(400)
  })

  it('is written on mails of the room alone, whose sender and reply address cannot carry headers', async () => {
    const [room, other] = [await app.room(), await app.room()]
    await set(room.operator, BRAND)
    const [one, two] = [await app.participant(room), await app.participant(other)]
    const mail = await invitationTo(one.email)
    expect(mail?.from).toMatchObject({ name: BRAND.sender })
    expect(mail?.replyTo).toEqual([{ name: '', address: BRAND.replyTo }])
    expect(mail?.text).toContain(BRAND.footer)
    expect(mail?.text).toContain('잘못 받으셨다면 삭제해 주세요')
    expect(mail?.html).toContain('한앤파트너스')
    expect(mail?.html).toContain(`background:${BRAND.accent}`)
    expect(mail?.html).not.toContain('씰룸')
    const plain = await invitationTo(two.email)
    expect(plain?.from?.address).toBe(mail?.from?.address)
    expect(plain?.from?.name).not.toBe(BRAND.sender)
    expect(plain?.replyTo).toBeUndefined()
    expect(plain?.html).toContain('씰룸')
    for (const sender of ['한\r\nBcc: x@evil.example', '한\u202eabc'])
      expect((await set(room.operator, { sender })).http, JSON.stringify(sender)).toBe(400)
    for (const sender of ['ceo@bank.example', '한 <a', '"한"'])
      expect((await set(room.operator, { sender })).json.code).toBe('SENDER_NAME')
    for (const replyTo of [
      'a@b.example, c@d.example',
      'x',
      'a@b.example\r\nBcc: c@d.example',
      '한 <a@b.example>',
    ])
      expect((await set(room.operator, { replyTo })).json.code).toBe('REPLY_ADDRESS')
    await set(room.operator, { firm: '<img src=x>', footer: '<b>굵게</b>' })
    const escaped = await invitationTo((await app.participant(room)).email)
    expect(escaped?.html).toContain('&lt;img src=x&gt;')
    expect(escaped?.html).not.toContain('<b>')
  })

  it('has logos of pixels alone, encrypted, for the people of the room', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    expect((await logo(client)).status).toBe(404)
    const png = await stampPng(900, 300)
    await set(room.operator, { logo: png.toString('base64'), logoDark: SVG.toString('base64') })
    const { brand } = await infoOf(client)
    expect(brand).toMatchObject({
      logo: { width: 640, height: 213 },
      logoDark: { width: 640, height: 128 },
    })
    for (const ground of ['light', 'dark']) {
      const answer = await logo(client, ground)
      expect([
        answer.headers.get('content-type'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual(['image/png', 'nosniff'])
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('png')
    }
    const { rows } = await app.database.pool.query(
      'select sealed from brand_logos where room_id = $1',
      [room.roomId],
    )
    for (const { sealed } of rows)
      expect((sealed as Buffer).includes(Buffer.from('PNG'))).toBe(false)
    const { operator } = await app.room()
    expect((await operator.fetch('GET', `/room/api/room/logo/${room.roomId}/light`)).status).toBe(
      404,
    )

    await set(room.operator, { firm: '한' })
    expect((await infoOf(client)).brand).toMatchObject({
      firm: '한',
      logo: brand?.logo,
      logoDark: brand?.logoDark,
    })
    await set(room.operator, { firm: '한', logo: png.toString('base64'), logoDark: null })
    expect((await infoOf(client)).brand).toEqual({
      firm: '한',
      accent: null,
      accentDark: null,
      logo: brand?.logo,
    })
    expect((await logo(client, 'dark')).status).toBe(404)
    const last = (await loggedDetails(app.database, keyring, room.roomId, 'room.brand')).at(-1)
    expect(last).toMatchObject({ changed: ['logoDark'] })
  })

  it('refuses other files as logos, and keeps what was there', async () => {
    const room = await app.room()
    await set(room.operator, { firm: '한', logo: (await stampPng()).toString('base64') })
    const before = await read(room)
    const gif = await sharp(await stampPng())
      .gif()
      .toBuffer()
    const tooLarge = Buffer.concat([await stampPng(), Buffer.alloc(512 * 1024)])
    for (const bytes of [
      gif,
      Buffer.from('<html><svg></svg></html>'),
      Buffer.from('%PDF-1.7'),
      (await stampPng()).subarray(0, 60),
    ])
      expect(
        (await set(room.operator, { firm: '새', logo: bytes.toString('base64') })).json.code,
      ).toBe('LOGO_REFUSED')
    expect((await set(room.operator, { firm: '새', logo: tooLarge.toString('base64') })).http).toBe(
      400,
    )
    expect(await read(room)).toEqual(before)
  })
})
