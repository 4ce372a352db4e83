import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { fromBase64, toBase64 } from '../../contract/proof/bytes.ts'
import { isCertificate, verifyCertificate } from '../../contract/proof/destruction.ts'
import { NotAnExport, readExport } from '../../contract/proof/read-export.ts'
import { soundnessOf } from '../../contract/proof/verdict-words.ts'
import { isWholeArchive } from '../../contract/proof/verify-archive.ts'
import { verifyExport } from '../../contract/proof/verify-export.ts'
import { NotThatZip } from '../../contract/proof/zip-directory.ts'
import { nodeCrypto } from '../platform/encryption/node-crypto.ts'
import { checkArchive, formOfArchive } from './check-archive.ts'
import {
  archiveJson,
  archiveText,
  certificateText,
  verdictJson,
  verdictText,
} from './print-verdict.ts'
import { readNotes } from './read-notes.ts'

const USAGE = `npm run verify -- FILE [--checkpoint FILE]... [--key BASE64] [--part] [--json]
FILE is a list downloaded as JSON or, with --key only, a certificate of destruction or an archive (ZIP file or unpacked folder). PDFs are verified on the server’s /verify page. Each checkpoint FILE contains a checkpoint you kept: a text, an e-mail or an earlier export.
Exit code: 0 if everything is valid, 1 if something is not, 2 if a file could not be read in the expected format,
3 if the entries are valid but only part of the log, exported with a filter (0 with --part).`

const OPTIONS = {
  checkpoint: { type: 'string', multiple: true, default: [] as string[] },
  key: { type: 'string' },
  part: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

class UsageError extends Error {
  override name = 'UsageError'
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('specify one file')
    const key = values.key === undefined ? undefined : fromBase64(values.key.trim())
    if (values.key !== undefined && key?.length !== 32)
      throw new Error('--key requires 32 bytes in base64')
    return { file, ...values, key: key && toBase64(key) }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

const SEALED =
  '암호화된 보관본입니다. age 프로그램으로 먼저 풀어 주세요 · This archive is encrypted. Decrypt it with the age program first: age -d -o archive.zip FILE'
const NO_ZIP = '읽을 수 없는 zip 파일입니다 · This ZIP file is damaged or not an archive'

const REASONS: Readonly<Record<NotAnExport['reason'], string>> = {
  other:
    'JSON으로 다운로드한 활동 내역이 아닙니다. PDF는 서버의 /verify 페이지에서 검증합니다 · This is not an activity log downloaded as JSON. PDFs are verified on the server’s /verify page',
  cut: '파일이 중간에 끊겼습니다 · The file is truncated',
  broken: '읽을 수 없는 줄이 있습니다 · A line cannot be read',
}

const CERTIFICATE_BYTES = 1_000_000

async function certificateIn(file: string): Promise<string | undefined> {
  if ((await stat(file)).size > CERTIFICATE_BYTES) return undefined
  const text = await readFile(file, 'utf8')
  return isCertificate(text) ? text : undefined
}

interface Telling {
  readonly key: string | undefined
  readonly json: boolean
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

async function checkCertificate(text: string, { key, json }: Telling): Promise<number> {
  const verdict = await verifyCertificate(nodeCrypto, text, { publicKey: key })
  console.log(json ? JSON.stringify(verdict) : certificateText(verdict, zoneHere()))
  return verdict.fault === undefined ? 0 : 1
}

async function checkArchiveIn(
  file: string,
  form: 'zip' | 'folder' | 'sealed',
  { key, json }: Telling,
): Promise<number> {
  if (form === 'sealed') throw new UsageError(SEALED)
  const verdict = await checkArchive(file, form, key)
  console.log(json ? archiveJson(verdict) : archiveText(verdict, zoneHere()))
  return isWholeArchive(verdict) ? 0 : 1
}

const EXIT_CODES = {
  asWhole: { sound: 0, unsound: 1, part: 3 },
  asPart: { sound: 0, unsound: 1, part: 0 },
} as const

async function main(): Promise<number> {
  const { file, checkpoint, key, part, json } = readCommand()
  const notes = (await Promise.all(checkpoint.map(readNotes))).flat().map((note) => ({ note }))
  const archive = await formOfArchive(file)
  if (archive) return checkArchiveIn(file, archive, { key, json })
  const certificate = await certificateIn(file)
  if (certificate !== undefined) return checkCertificate(certificate, { key, json })
  const { head, entries } = await readExport(createReadStream(file, 'utf8'))
  const verdict = await verifyExport(nodeCrypto, head, entries, { publicKey: key, notes })
  console.log(json ? verdictJson(verdict) : verdictText(verdict, head, zoneHere()))
  return EXIT_CODES[part ? 'asPart' : 'asWhole'][soundnessOf(verdict, head)]
}

function sentenceOf(error: unknown): string {
  if (error instanceof NotThatZip) return NO_ZIP
  if (error instanceof NotAnExport)
    return `${REASONS[error.reason]}${error.line === undefined ? '' : ` (${error.line})`}`
  return error instanceof Error ? error.message : String(error)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 2
}
