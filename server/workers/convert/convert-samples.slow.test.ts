import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { convertedOffice } from '../../test/fixtures/office-files.ts'
import { describeWith } from '../../test/harness/needs.ts'
import { officePaths } from '../../test/servers/office-programs.ts'
import { createConverter } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })

const SAMPLES: string =
  import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples')
const never = new AbortController().signal
const converter = createConverter({ paths: officePaths(), deadlineMs: 60_000, log: memoryLog() })
const samplesOf = (kind: string): string[] =>
  fs.existsSync(path.join(SAMPLES, kind)) ? fs.readdirSync(path.join(SAMPLES, kind)) : []
const read = (kind: string, name: string): Buffer => fs.readFileSync(path.join(SAMPLES, kind, name))

describeWith('Office documents that others made', await converter.missingOfficeParts(), () => {
  it.each(samplesOf('office'))('become a PDF: %s', async (name) => {
    const pdf = await convertedOffice(
      converter,
      path.extname(name).slice(1),
      read('office', name),
      never,
    )
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

it.skipIf(samplesOf('hwp').length === 0)(
  'Hangul documents that others made become a PDF with all of their pages',
  async () => {
    const pages: Record<string, number> = {}
    for (const name of samplesOf('hwp')) {
      const bytes = read('hwp', name)
      const pieces: Buffer[] = []
      const source = {
        kind: 'hwp' as const,
        extension: 'hwp',
        size: bytes.length,
        input: Readable.from([bytes]),
      }
      for await (const piece of converter.convert(source, never)) pieces.push(piece)
      pages[name] =
        Buffer.concat(pieces)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length ?? 0
    }
    expect(pages).toEqual({
      'basicsReport.hwp': 7,
      'noori.hwp': 3,
      'ohah_noori.hwpx': 3,
      'ohah_table-bug.hwp': 12,
    })
  },
)
