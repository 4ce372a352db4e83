import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { asAuthor, draftToSend, signatureImage, signerOf } from '../../../test/scenarios/signing.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { boxFilling } from '../encrypted-values.ts'

describe('signing with images that come as files', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const keyring = async () =>
    createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))

  async function sent() {
    const { templateId } = await draftToSend(room, {
      people: [{ email: 'a@law.example' }],
      boxes: [{}, {}, { typeName: 'TEXT' }],
    })
    expect((await asAuthor(room.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    return { templateId, signer: await signerOf(app, 'a@law.example') }
  }
  const filled = async (templateId: number) =>
    (
      await app.database.pool.query(
        'select id, sealed from template_boxes where template_id = $1 order by ordinal',
        [templateId],
      )
    ).rows

  it('C06: takes images as files of a form, each under the name by which boxes call it, also where they are large', async () => {
    const { signer, templateId } = await sent()
    const noise = {
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    } as const
    const large = await sharp(noise).png().toBuffer()
    expect(large.length).toBeGreaterThan(LIMITS.jsonBodyBytesMax)
    const boxes = [
      { id: 'box-0', imageFile: 'mine' },
      { id: 'box-1', imageFile: 'mine' },
      { id: 'box-2', text: '홍길동' },
    ]
    const data = (changed: readonly object[], more = '') =>
      `{"consent":true${more},"boxes":${JSON.stringify(changed)}}`
    const small = Buffer.from((await signatureImage()).split(',')[1] ?? '', 'base64')
    const [first, second, text] = boxes as [object, object, object]
    const refused: [string, Record<string, Uint8Array>, number, string][] = [
      [data(boxes), {}, 400, 'BAD_REQUEST'],
      [data(boxes), { other: large }, 400, 'BAD_REQUEST'],
      [data(boxes), { mine: large, other: small }, 400, 'BAD_REQUEST'],
      [
        data([first, { ...second, image: await signatureImage() }, text]),
        { mine: large },
        400,
        'BAD_REQUEST',
      ],
      [data(boxes).replace('true', 'false'), { mine: large }, 400, 'BAD_REQUEST'],
      [data(boxes, ',"\\u0063onsent":true'), { mine: large }, 400, 'JSON_DUPLICATE_KEY'],
      [`{"consent":true,"boxes":${'['.repeat(400_000)}`, { mine: large }, 400, 'JSON_DEPTH'],
      [data(boxes), { mine: Buffer.alloc(LIMITS.signatureImageBytes + 1) }, 413, 'BODY_TOO_LARGE'],
      [
        data(boxes),
        { mine: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
        422,
        'SIGN_IMAGE',
      ],
    ]
    for (const [form, files, http, code] of refused)
      expect(await signer.completeForm(form, files)).toMatchObject({ http, code, data: undefined })
    expect((await signer.complete(boxes)).http).toBe(400)
    expect((await filled(templateId)).map(({ sealed }) => sealed)).toEqual([null, null, null])

    expect((await signer.completeForm(data(boxes), { mine: large })).http).toBe(200)
    const { content } = await keyring()
    const place = { db: app.database.db, roomId: room.roomId }
    const [a, b, c] = await Promise.all(
      (await filled(templateId)).map(({ id, sealed }) =>
        boxFilling.decrypt(content, place, id, sealed),
      ),
    )
    expect(a?.image).toBe(b?.image)
    expect(await sharp(Buffer.from(a?.image ?? '', 'base64')).metadata()).toMatchObject({
      format: 'png',
      width: 700,
    })
    expect(c).toEqual({ text: '홍길동' })
  })
})
