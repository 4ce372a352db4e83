import { Readable } from 'node:stream'
import { previewNotices } from '../preview-notices.ts'
import { createConverter } from '../workers/convert/index.ts'
import { type Check, type Examined, fault, ok, warning } from './check.ts'

const DOCUMENT = Buffer.from('{\\rtf1\\ansi Sealroom}')
const PAGE = 'docs/operate/previews.md says what a machine needs.'

const converterOf = ({
  settings: { SOFFICE_PATH: soffice, BWRAP_PATH: bwrap, CONVERT_DEADLINE_SECONDS: seconds },
  log,
}: Examined) => createConverter({ paths: { soffice, bwrap }, deadlineMs: seconds * 1_000, log })

export const previewChecks: readonly Check[] = [
  {
    name: 'previews',
    withinMs: 120_000,
    run: async (examined) => {
      const converter = converterOf(examined)
      const missing = await converter.missingOfficeParts()
      if (missing.length > 0)
        return warning(`Office documents get no preview; missing: ${missing.join(', ')}`, PAGE)
      const pdf = await converted(converter)
      if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
        return fault('a conversion in the sandbox gave no PDF', PAGE)
      const notices = await previewNotices(converter)
      return notices.length === 0
        ? ok('a document was converted in the sandbox')
        : warning(`a document was converted in the sandbox, but: ${notices.join('; ')}`, PAGE)
    },
  },
]

async function converted(converter: ReturnType<typeof converterOf>): Promise<Buffer> {
  const source = {
    kind: 'office',
    extension: 'rtf',
    size: DOCUMENT.length,
    input: Readable.from([DOCUMENT]),
  } as const
  const pieces: Buffer[] = []
  for await (const piece of converter.convert(source, new AbortController().signal))
    pieces.push(piece)
  return Buffer.concat(pieces)
}
