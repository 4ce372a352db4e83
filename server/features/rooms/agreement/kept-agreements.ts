import type { Language } from '../../../../contract/core/errors.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { findAcceptancesAfter, findPart, findVersions } from './agreement.read.ts'
import { type AcceptanceProof, type AgreementPart, purposes } from './agreement-columns.ts'

export interface KeptAgreement {
  readonly version: number
  readonly parts: readonly AgreementPart[]
  readonly at: Date
}

/** @param version this one alone */
export async function agreementVersions(
  db: Queryable,
  roomId: number,
  version?: number,
): Promise<KeptAgreement[]> {
  const rows = await findVersions(db, roomId, version)
  return rows.map(({ version, created_at: at, has_ko: ko, has_en: en, has_pdf: pdf }) => ({
    version,
    at,
    parts: [
      ...(ko ? ['ko' as const] : []),
      ...(en ? ['en' as const] : []),
      ...(pdf ? ['pdf' as const] : []),
    ],
  }))
}

/** @throws Error without such a part */
export async function openAgreement(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
  { version, part }: { readonly version: number; readonly part: AgreementPart },
): Promise<Buffer> {
  const encrypted = await findPart(db, roomId, version, part)
  if (!encrypted)
    throw new Error(`version ${version} of the agreement of room ${roomId} has no ${part}`)
  return encryptor.open(db, roomId, purposes[part](roomId, version), encrypted)
}

export interface KeptAcceptance extends AcceptanceProof {
  readonly memberId: number
  readonly version: number
  readonly language: Language
  readonly at: Date
}

const ROWS = 500

/** Yields first acceptances of each version, in portions. */
export async function* agreementAcceptances(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
): AsyncGenerator<KeptAcceptance[]> {
  let after = { memberId: 0, version: 0 }
  for (;;) {
    const rows = await findAcceptancesAfter(db, roomId, after, ROWS)
    yield await Promise.all(
      rows.map(
        async ({ member_id: memberId, version, language, accepted_at: at, sealed: encrypted }) => {
          const opened = await encryptor.open(
            db,
            roomId,
            purposes.acceptance(memberId, version),
            encrypted,
          )
          return {
            ...{ memberId, version, language, at },
            ...(JSON.parse(opened.toString()) as AcceptanceProof),
          }
        },
      ),
    )
    const last = rows.at(-1)
    if (!last || rows.length < ROWS) return
    after = { memberId: last.member_id, version: last.version }
  }
}
