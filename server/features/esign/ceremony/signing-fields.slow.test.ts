import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { filled, sent, statusOf } from '../../../test/scenarios/esign/ceremonies.ts'
import { signatureImage } from '../../../test/scenarios/signing.ts'

describe('signing a document', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const address = (): string => {
    people += 1
    return `signer${people}@law.example`
  }

  it('C01: finds no box of another signer, nor of another document', async () => {
    const [one, two] = [address(), address()]
    const { signers, templateId } = await sent(app, room, [one, two], {
      boxes: [{ of: one }, { of: two }],
    })
    const other = await sent(app, room, [address()], { boxes: [{}, {}, {}] })
    const image = await signatureImage()
    const [first] = signers
    for (const id of ['box-1', 'box-2', 'box-9', 1, '__proto__'])
      expect(
        await first?.complete([
          { id: 'box-0', image },
          { id, image },
        ]),
      ).toMatchObject({ http: 404, code: 'NOT_FOUND' })
    const state = await first?.state()
    expect(state?.data.boxes.map(({ id }) => id)).toEqual(['box-0'])
    expect(state?.text).not.toContain(two)
    expect((await filled(app, templateId)).every(({ sealed }) => sealed === null)).toBe(true)
    expect((await filled(app, other.templateId)).every(({ sealed }) => sealed === null)).toBe(true)
  })

  it('asks for consent and for every box that must be filled, and may leave others', async () => {
    const { signer, templateId } = await sent(app, room, [address()], {
      boxes: [{}, { typeName: 'TEXT', required: false }],
    })
    const image = await signatureImage()
    for (const consent of [false, 'true', undefined])
      expect((await signer.complete([{ id: 'box-0', image }], { consent })).http).toBe(400)
    for (const boxes of [[], [{ id: 'box-1', text: '글' }], [{ id: 'box-0' }]])
      expect(await signer.complete(boxes)).toMatchObject({
        http: 422,
        code: 'SIGN_BOX_EMPTY',
        message: expect.stringContaining('1개'),
      })
    for (const boxes of [
      [{ id: 'box-0', text: '글' }],
      [{ id: 'box-1', image }],
      [
        { id: 'box-0', image },
        { id: 'box-0', image },
      ],
    ])
      expect((await signer.complete(boxes)).http).toBe(400)
    expect((await filled(app, templateId)).every(({ sealed }) => sealed === null)).toBe(true)
    expect(
      (
        await signer.complete([
          { id: 'box-0', image },
          { id: 'box-1', text: '  ' },
        ])
      ).http,
    ).toBe(200)
    expect((await filled(app, templateId)).map(({ sealed }) => sealed !== null)).toEqual([
      true,
      false,
    ])
  })

  it('C07: takes text as it is, and no control characters and no more than 1,000', async () => {
    const { signer } = await sent(app, room, [address()], { boxes: [{ typeName: 'TEXT' }] })
    for (const text of ['a\u0007b', 'x\u0085', '가'.repeat(LIMITS.boxText + 1)])
      expect(await signer.complete([{ id: 'box-0', text }])).toMatchObject({
        http: 422,
        code: 'SIGN_TEXT',
      })
    expect((await signer.complete([{ id: 'box-0', text: `) Tj \u202e<b>` }])).http).toBe(200)
  })

  it('refuses letters that would be sealed as empty boxes, and names them', async () => {
    const { signer, templateId } = await sent(app, room, [address()], {
      boxes: [{ typeName: 'TEXT' }],
    })
    for (const [text, list] of [
      ['동의 😀', '😀'],
      ['שלום', 'ש ל ו ם'],
      ['س', 'س'],
    ] as const)
      expect(await signer.complete([{ id: 'box-0', text }])).toMatchObject({
        ...{
          http: 422,
          code: 'SIGN_LETTERS',
          message: `문서에 쓸 수 없는 문자가 있습니다: ${list}`,
        },
      })
    expect((await filled(app, templateId))[0]).toMatchObject({ sealed: null })
    expect((await signer.complete([{ id: 'box-0', text: '동의 ✓ Nguyễn 張' }])).http).toBe(200)
  })

  it('C06: takes an image only where a PNG can be drawn of it, of bounded size', async () => {
    const { signer, templateId } = await sent(app, room, [address()], { boxes: [{}] })
    const good = await signatureImage()
    const bytes = Buffer.from(good.split(',')[1] ?? '', 'base64')
    const png = (content: Buffer): string => `data:image/png;base64,${content.toString('base64')}`
    for (const image of [
      '',
      'https://evil.example/x.png',
      good.replace('image/png', 'image/svg+xml'),
      png(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      png(bytes.subarray(0, 60)),
      png(Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(400, 1)])),
    ])
      expect(await signer.complete([{ id: 'box-0', image }])).toMatchObject({
        http: 422,
        code: 'SIGN_IMAGE',
      })
    expect(
      await signer.complete([{ id: 'box-0', image: png(Buffer.alloc(LIMITS.jsonBodyBytesMax)) }]),
    ).toMatchObject({
      ...{ http: 413, code: 'BODY_TOO_LARGE', message: expect.stringContaining('1.00 MB') },
    })
    expect((await filled(app, templateId))[0]).toMatchObject({ sealed: null })
    expect(await statusOf(app, templateId)).toBe('SENT')
  })

  it('C06: decodes no image before all that is asked for is there, nor for who tries without end', async () => {
    const { signer, templateId } = await sent(app, room, [address()], {
      boxes: [{}, { typeName: 'TEXT' }],
    })
    const other = await sent(app, room, [address()], { boxes: [{}] })
    const broken = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
    expect((await signer.complete([{ id: 'box-0', image: broken }])).code).toBe('SIGN_BOX_EMPTY')
    const both = [
      { id: 'box-0', image: broken },
      { id: 'box-1', text: '글' },
    ]
    expect((await signer.complete([...both, { id: 'box-0', image: broken }])).http).toBe(400)
    expect((await signer.complete(both)).code).toBe('SIGN_IMAGE')
    await app.database.pool.query(
      `update throttles set attempts = 20 where kind = 'sign' and subject in (select id::text from template_participants where template_id = $1)`,
      [templateId],
    )
    expect(await signer.complete(both)).toMatchObject({ http: 429, code: 'TOO_MANY' })
    expect((await signer.state()).data.participant.status).toBe('INVITED')
    expect((await other.signer.sign()).http).toBe(200)
  })

  it('C06: gives every signer the same share of what all images of a document may come to', async () => {
    const { signer, templateId } = await sent(app, room, [address()], { boxes: [{}] })
    const noise = sharp(randomBytes(420 * 420 * 4), {
      raw: { width: 420, height: 420, channels: 4 },
    })
    const image = `data:image/png;base64,${(await noise.png().toBuffer()).toString('base64')}`
    await app.database.pool.query(
      `insert into template_participants (room_id, template_id, name, email, type, sign_order)
       select $1, $2, 'x', 'x' || n || '@law.example', 'SIGNER', 2 from generate_series(2, 100) n`,
      [room.roomId, templateId],
    )
    expect(await signer.complete([{ id: 'box-0', image }])).toMatchObject({
      http: 422,
      code: 'SIGN_IMAGE',
    })
    expect((await filled(app, templateId))[0]).toMatchObject({ sealed: null })
    await app.database.pool.query(
      'delete from template_participants where template_id = $1 and sign_order = 2',
      [templateId],
    )
    expect((await signer.complete([{ id: 'box-0', image }])).http).toBe(200)
  })
})
