import { Readable } from 'node:stream'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/csv/csv.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import { addresseesOf } from '../../members/index.ts'
import {
  type AgreementPart,
  agreementAcceptances,
  agreementVersions,
  openAgreement,
} from '../../rooms/index.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import type { ArchiveRow } from '../archive.read.ts'

type AgreementFilesParts = Pick<ArchiveParts, 'database' | 'encryptor'>

const ACCEPTANCES = 'agreement/acceptances.csv'
const FILES: Readonly<Record<AgreementPart, string>> = { ko: 'ko.txt', en: 'en.txt', pdf: 'pdf' }

interface AgreementFile {
  readonly path: string
  readonly at: Date
  readonly version: number
  readonly part: AgreementPart
}

/** Versions are never changed or deleted, so each call lists the same paths first. */
async function versionFiles(
  { database }: Pick<ArchiveParts, 'database'>,
  roomId: number,
): Promise<AgreementFile[]> {
  const versions = await agreementVersions(database.db, roomId)
  return versions.flatMap(({ version, parts, at }) =>
    parts.map((part) => ({
      path: `agreement/version-${version}.${FILES[part]}`,
      at,
      version,
      part,
    })),
  )
}

export async function agreementFiles(
  parts: Pick<ArchiveParts, 'database'>,
  roomId: number,
): Promise<{ readonly path: string; readonly at: Date | null }[]> {
  const files = await versionFiles(parts, roomId)
  return files.length === 0 ? [] : [...files, { path: ACCEPTANCES, at: null }]
}

/** Log and acceptances name these bytes' SHA-256. @throws Error for another path */
export async function agreementFile(
  parts: AgreementFilesParts,
  { room_id: roomId, zone }: Pick<ArchiveRow, 'room_id' | 'zone'>,
  path: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (path === ACCEPTANCES) return utf8(acceptancesCsv(parts, roomId, zone))
  const file = (await versionFiles(parts, roomId)).find((one) => one.path === path)
  if (!file) throw new Error(`an archive has no file ${path}`)
  return Readable.from([await openAgreement(parts.database.db, parts.encryptor, roomId, file)])
}

const COLUMNS = [
  '버전 · Version',
  '이름 · Name',
  '이메일 · E-mail',
  '동의 · Accepted',
  '언어 · Language',
  '서명 · Signed as',
  'SHA-256',
]

/** @param zone IANA name */
async function* acceptancesCsv(
  { database, encryptor }: AgreementFilesParts,
  roomId: number,
  zone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for await (const portion of agreementAcceptances(database.db, encryptor, roomId)) {
    const people = await addresseesOf(
      database.db,
      roomId,
      portion.map(({ memberId }) => memberId),
    )
    for (const { memberId, version, at, language, signed, sha256 } of portion) {
      const person = people.get(memberId)
      yield csvLine([
        ...[String(version), person?.name ?? '', person?.email ?? ''],
        ...[formatMinute(at, zone), language, signed ?? '', sha256],
      ])
    }
  }
}
