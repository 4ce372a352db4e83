import type { CompoundEntry, CompoundFile } from '../../upload/content/cfb-directory.ts'

const MAX_SUMMARY = 2 ** 20
const MAX_PROPERTIES = 1_000
const MAX_NAME = 4_096
const TEXT = 0x1e
const WIDE_TEXT = 0x1f

/** [MS-OLEPS] 2.25 numbers author (4), last author (8), manager (14) and company (15). */
const NAMED: ReadonlyMap<string, readonly number[]> = new Map([
  ['\u0005SUMMARYINFORMATION', [4, 8]],
  ['\u0005DOCUMENTSUMMARYINFORMATION', [14, 15]],
  ['\u0005HWPSUMMARYINFORMATION', [4, 8]],
])

/** @throws Error if damaged */
export async function saysWho(
  file: CompoundFile,
  entries: readonly CompoundEntry[],
): Promise<boolean> {
  for (const [name, wanted] of NAMED) {
    const entry = entries.find((each) => each.name === name && each.type === 'stream')
    if (entry && hasText(await file.readStream(entry, MAX_SUMMARY), wanted)) return true
  }
  return false
}

function hasText(bytes: Buffer, wanted: readonly number[]): boolean {
  const section = bytes.readUInt32LE(44)
  const count = Math.min(bytes.readUInt32LE(section + 4), MAX_PROPERTIES)
  const left = new Set(wanted)
  for (let index = 0; index < count; index += 1) {
    const at = section + 8 + index * 8
    if (!left.delete(bytes.readUInt32LE(at))) continue
    const value = section + bytes.readUInt32LE(at + 4)
    const type = bytes.readUInt16LE(value)
    if (type !== TEXT && type !== WIDE_TEXT) continue
    const length = Math.min(MAX_NAME, bytes.readUInt32LE(value + 4) * (type === TEXT ? 1 : 2))
    if (bytes.subarray(value + 8, value + 8 + length).some((byte) => byte > 0x20)) return true
  }
  return false
}
