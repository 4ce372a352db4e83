import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrivingKeyContext,
  dataKeyContext,
  type EncryptionContext,
  encodeContext,
  fieldContext,
  fieldContextsOf,
  segmentContext,
} from './context.ts'

const room = '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c11'
const content: EncryptionContext = { room, file: 'f1', fileVersion: 1, purpose: 'content' }

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'aa', 's', 'n', '\0', '1', ':', '/', '한', '\u0000\u0000'),
)
const count = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.maxSafeNat())
const anyContext = fc.record({
  room: fc.constantFrom(room, '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c12'),
  file: text,
  fileVersion: count,
  purpose: text.filter((purpose) => purpose !== ''),
  parts: fc.array(fc.oneof(text, count), { maxLength: 3 }),
})

/** Decodes by the format page alone, as an independent check. */
function decode(encoded: Buffer): (string | number)[] {
  const items: (string | number)[] = []
  for (let at = 0; at < encoded.length; ) {
    const isText = encoded.toString('latin1', at, at + 1) === 's'
    const size = isText ? encoded.readUInt32BE(at + 1) : 8
    const start = at + (isText ? 5 : 1)
    if (start + size > encoded.length) throw new Error('the encoding ends too early')
    items.push(
      isText
        ? encoded.toString('utf8', start, start + size)
        : Number(encoded.readBigUInt64BE(start)),
    )
    at = start + size
  }
  return items
}

describe('encodeContext', () => {
  it('can be read back, so that two different contexts never encode alike', () => {
    fc.assert(
      fc.property(anyContext, ({ room: vault, file, fileVersion, purpose, parts }) => {
        const encoded = encodeContext({ room: vault, file, fileVersion, purpose, parts })
        expect(decode(encoded)).toEqual([1, vault, file, fileVersion, purpose, ...parts])
      }),
      { numRuns: 2000 },
    )
  })

  it('distinguishes contexts whose fields would join alike', () => {
    const contexts: EncryptionContext[] = [
      content,
      { ...content, file: 'f', purpose: '1content' },
      { ...content, fileVersion: 2 },
      { ...content, purpose: 'preview' },
      { ...content, parts: [''] },
      { ...content, parts: ['', ''] },
      { ...content, parts: [1] },
      { ...content, parts: ['1'] },
      { ...content, parts: ['1', '2'] },
      { ...content, parts: ['12'] },
      segmentContext(content, 0),
      segmentContext(content, 1),
      segmentContext({ ...content, parts: [1] }, 0),
      dataKeyContext(content, 0, 1),
      dataKeyContext(content, 0, 2),
      dataKeyContext(content, 1, 2),
      arrivingKeyContext(content, 0),
      arrivingKeyContext(content, 1),
    ]
    expect(new Set(contexts.map((context) => encodeContext(context).toString('hex'))).size).toBe(
      contexts.length,
    )
  })

  it('encodes as the format page says', () => {
    const encoded = encodeContext({ room, file: '한', fileVersion: 258, purpose: 'p', parts: [7] })
    const number = (value: string): string => `6e${value.padStart(16, '0')}`
    const expected = [
      number('1'),
      `7300000024${Buffer.from(room).toString('hex')}`,
      '7300000003ed959c',
      number('102'),
      '730000000170',
      number('7'),
    ]
    expect(encoded.toString('hex')).toBe(expected.join(''))
  })

  it('refuses what has no encoding of its own', () => {
    const lone = '\ud800'
    const bad: EncryptionContext[] = [
      { ...content, room: 'not a uuid' },
      { ...content, room: randomUUID().toUpperCase() },
      { ...content, purpose: '' },
      { ...content, file: lone },
      { ...content, parts: [lone] },
      { ...content, fileVersion: -1 },
      { ...content, fileVersion: 1.5 },
      { ...content, parts: [Number.NaN] },
      { ...content, parts: [2 ** 53] },
    ]
    for (const context of bad) expect(() => encodeContext(context)).toThrow(TypeError)
  })
})

describe('fieldContextsOf', () => {
  it('encodes each field as it is encoded by itself', () => {
    const contextOf = fieldContextsOf(room)
    fc.assert(
      fc.property(
        text.filter((purpose) => purpose !== ''),
        (purpose) => {
          expect(contextOf(purpose)).toEqual(encodeContext(fieldContext(room, purpose)))
        },
      ),
    )
    expect(() => contextOf('')).toThrow(TypeError)
    expect(() => contextOf('\ud800')).toThrow(TypeError)
  })
})
