import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Extension } from '../../../../../contract/core/limits.ts'
import { PROJECT_ROOT } from '../../../../platform/config/project-root.ts'
import { makeCompound, StrictSource } from '../../../../test/fixtures/made-files.ts'
import { isLegacyLocked } from './legacy-lock.ts'

const SAMPLES = path.join(
  import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples'),
  'office',
)

const isLocked = (ext: Extension, bytes: Buffer): Promise<boolean> =>
  isLegacyLocked(ext, StrictSource.of(bytes))

function bytesWith(length: number, at: number, value: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(value, at)
  return bytes
}

function workbook(type: number): Buffer {
  const bytes = Buffer.alloc(5_000)
  for (const [at, id, size] of [
    [0, 0x809, 16],
    [20, 0x86, 0],
    [24, type, 54],
  ] as const) {
    bytes.writeUInt16LE(id, at)
    bytes.writeUInt16LE(size, at + 2)
  }
  return bytes
}

describe('a document of an older Office format', () => {
  it.each<[Extension, string, Buffer, Buffer]>([
    ['doc', 'WordDocument', bytesWith(6_000, 10, 0x100), bytesWith(6_000, 10, 0x200)],
    ['xls', 'Workbook', workbook(0x2f), workbook(0x42)],
    ['ppt', 'Current User', bytesWith(60, 12, 0xf3d1c4df), bytesWith(60, 12, 0xe391c05f)],
  ])('%s is locked where its %s says so', async (ext, stream, locked, open) => {
    expect(await isLocked(ext, makeCompound({ [stream]: locked }))).toBe(true)
    expect(await isLocked(ext, makeCompound({ [stream]: open }))).toBe(false)
    expect(await isLocked(ext, makeCompound({ Other: locked }))).toBe(false)
    expect(await isLocked('docx', makeCompound({ [stream]: locked }))).toBe(false)
  })

  it('that cannot be read is not called locked', async () => {
    expect(await isLocked('doc', makeCompound({ WordDocument: Buffer.alloc(4) }))).toBe(false)
    expect(await isLocked('xls', makeCompound({ Workbook: workbook(0x2f) }).subarray(0, 700))).toBe(
      false,
    )
    expect(await isLocked('ppt', Buffer.from('nothing'))).toBe(false)
  })

  it.runIf(fs.existsSync(SAMPLES)).each<Extension>(['doc', 'xls', 'ppt'])(
    'without a password is not locked: %s',
    async (ext) => {
      expect(await isLocked(ext, fs.readFileSync(path.join(SAMPLES, `a.${ext}`)))).toBe(false)
    },
  )
})
