import type { Language } from '../../../contract/core/errors.ts'
import type { Actor } from '../../access/actor.ts'
import { refuseFiles, vetSource } from '../documents/index.ts'
import type { ComposeParts } from './compose.parts.ts'
import type { NewComposeFile } from './compose-files.ts'

/**
 * Looks at PDFs that were written as documents are looked at. @returns what throws a Refusal TYPE_REFUSED where its content is none of a PDF, or
 * the virus scanner objects; SCANNER_DOWN.
 */
export function vetting(
  parts: ComposeParts,
  actor: Actor,
  { name, language }: { readonly name: string; readonly language: Language },
): (file: NewComposeFile) => Promise<void> {
  return async (file) => {
    const wrong = await vetSource(parts, actor, { name, ext: 'pdf' }, (await parts.files.openNew(actor.roomId, file)).reader)
    if (wrong !== undefined) throw refuseFiles([{ name, code: wrong }], language)
  }
}
