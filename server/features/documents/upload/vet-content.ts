import type { Readable } from 'node:stream'
import type { RejectionCode } from '../../../../contract/core/errors/rejections.ts'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { ScannerDownError, type ScanVerdict } from '../../../platform/scan/scanner.ts'
import type { DocumentParts } from '../documents.parts.ts'
import type { NewContent } from '../storage/encrypted-content.ts'
import { checkContent } from './content/check-content.ts'
import type { ContentSource } from './content/content-reader.ts'

type VetParts = Pick<DocumentParts, 'database' | 'content' | 'scanner' | 'activity'>

/** @param file with its folders @throws Refusal SCANNER_DOWN */
export async function vetContent(
  parts: VetParts,
  actor: Actor,
  { name, ext }: { readonly name: string; readonly ext: Extension },
  content: NewContent,
): Promise<RejectionCode | undefined> {
  return vetSource(parts, actor, { name, ext }, await parts.content.readNew(actor.roomId, content))
}

export async function vetSource(
  parts: Pick<VetParts, 'database' | 'scanner' | 'activity'>,
  actor: Actor,
  { name, ext }: { readonly name: string; readonly ext: Extension },
  source: ContentSource & { stream(): Readable },
): Promise<RejectionCode | undefined> {
  const wrong = await checkContent(ext, source)
  if (wrong !== undefined || parts.scanner === undefined) return wrong
  const verdict = await parts.scanner.scan(() => source.stream()).catch(refuseWhenDown)
  if (verdict.kind === 'clean') return undefined
  const reason = verdict.kind === 'infected' ? 'INFECTED' : 'UNSCANNED'
  const found = verdict.kind === 'infected' ? { signature: verdict.signature } : {}
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'document.refused', { name, reason, ...found }),
  )
  return reason
}

function refuseWhenDown(error: unknown): ScanVerdict {
  throw error instanceof ScannerDownError ? new Refusal('SCANNER_DOWN') : error
}
