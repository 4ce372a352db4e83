import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EncryptionError } from './cobblestone.ts'
import { dataKeyContext, type EncryptionContext } from './context.ts'
import { newKey, openDataKey, openRoomKey, wrapDataKey, wrapRoomKey } from './room-key.ts'

const root = randomBytes(32)
const shredKey = randomBytes(32)
const vault = randomUUID()
const content: EncryptionContext = { room: vault, file: 'f1', fileVersion: 1, purpose: 'content' }

describe('a room key', () => {
  const roomKey = newKey()
  const wrapped = wrapRoomKey({ root, shredKey }, vault, roomKey)

  it('opens with root and shred key together', () => {
    expect(openRoomKey({ root, shredKey }, vault, wrapped).equals(roomKey)).toBe(true)
    expect(wrapped.includes(roomKey)).toBe(false)
  })

  it('opens with neither alone, nor for another vault', () => {
    expect(() => openRoomKey({ root, shredKey: randomBytes(32) }, vault, wrapped)).toThrow(
      EncryptionError,
    )
    expect(() => openRoomKey({ root: randomBytes(32), shredKey }, vault, wrapped)).toThrow(
      EncryptionError,
    )
    expect(() => openRoomKey({ root: shredKey, shredKey: root }, vault, wrapped)).toThrow(
      EncryptionError,
    )
    expect(() => openRoomKey({ root, shredKey }, randomUUID(), wrapped)).toThrow(EncryptionError)
  })

  it('is never wrapped or opened with an empty or short key', () => {
    const short = randomBytes(31)
    expect(() => openRoomKey({ root, shredKey: Buffer.alloc(0) }, vault, wrapped)).toThrow(
      EncryptionError,
    )
    expect(() => wrapRoomKey({ root, shredKey: short }, vault, roomKey)).toThrow(EncryptionError)
    expect(() => wrapRoomKey({ root: short, shredKey }, vault, roomKey)).toThrow(EncryptionError)
    expect(() => wrapRoomKey({ root, shredKey }, vault, short)).toThrow(EncryptionError)
  })
})

describe('a data key', () => {
  const roomKey = newKey()
  const dataKey = newKey()
  const place = dataKeyContext(content, 0, 2)
  const wrapped = wrapDataKey(roomKey, place, dataKey)

  it('opens in its place', () => {
    expect(openDataKey(roomKey, place, wrapped).equals(dataKey)).toBe(true)
  })

  it('K02: opens nowhere else, and not once tampered with', () => {
    const elsewhere: EncryptionContext[] = [
      dataKeyContext(content, 1, 2),
      dataKeyContext(content, 0, 1),
      dataKeyContext({ ...content, fileVersion: 2 }, 0, 2),
      dataKeyContext({ ...content, file: 'f2' }, 0, 2),
      dataKeyContext({ ...content, room: randomUUID() }, 0, 2),
      dataKeyContext({ ...content, purpose: 'preview' }, 0, 2),
    ]
    for (const context of elsewhere)
      expect(() => openDataKey(roomKey, context, wrapped)).toThrow(EncryptionError)
    expect(() => openDataKey(newKey(), place, wrapped)).toThrow(EncryptionError)
    for (let at = 0; at < wrapped.length; at += 1) {
      const bad = Buffer.from(wrapped)
      bad[at]! ^= 0x80
      expect(() => openDataKey(roomKey, place, bad)).toThrow(EncryptionError)
    }
    expect(() => openDataKey(roomKey, place, wrapped.subarray(0, -1))).toThrow(EncryptionError)
  })
})
