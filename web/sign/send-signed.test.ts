import { expect, test } from 'vitest'
import type { complete } from '../../contract/features/signing.ts'
import { sendSigned } from './send-signed.ts'

type SentBody = { readonly json: unknown } | { readonly form: FormData }

function setUp() {
  const sent: SentBody[] = []
  const api = {
    call: async (_: typeof complete, { body }: { body: unknown }) => void sent.push({ json: body }),
    send: async (_: typeof complete, form: FormData) => void sent.push({ form }),
  }
  return { sent, api: api as unknown as Parameters<typeof sendSigned>[0] }
}

const imageOf = (bytes: Uint8Array): string =>
  `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

test('small images go as JSON, as they are', async () => {
  const { sent, api } = setUp()
  const boxes = [
    { id: 'a', image: imageOf(new Uint8Array(1_000)) },
    { id: 'b', text: '가' },
  ]
  await sendSigned(api, boxes)
  expect(sent).toEqual([{ json: { consent: true, boxes } }])
})

test('large images are sent as files, each once, byte by byte, without data URLs', async () => {
  const { sent, api } = setUp()
  const [one, other] = [
    Uint8Array.from({ length: 300_000 }, (_, index) => index % 251),
    Uint8Array.of(1, 2, 3),
  ]
  const boxes = [
    { id: 'a', image: imageOf(one) },
    { id: 'b', text: '가' },
    { id: 'c', image: imageOf(other) },
    { id: 'd', image: imageOf(one) },
  ]
  await sendSigned(api, boxes)
  const [form] = sent.map((each) => ('form' in each ? each.form : undefined))
  expect(sent).toHaveLength(1)
  expect([...(form?.keys() ?? [])]).toEqual(['data', 'image-1', 'image-2'])
  const data = String(form?.get('data'))
  expect(data).not.toContain('base64')
  expect(JSON.parse(data)).toEqual({
    consent: true,
    boxes: [
      { id: 'a', imageFile: 'image-1' },
      { id: 'b', text: '가' },
      { id: 'c', imageFile: 'image-2' },
      { id: 'd', imageFile: 'image-1' },
    ],
  })
  for (const [name, bytes] of [
    ['image-1', one],
    ['image-2', other],
  ] as const) {
    const file = form?.get(name)
    expect(file instanceof Blob && Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  }
})
