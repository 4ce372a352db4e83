import type { Language } from '../../../../contract/core/errors.ts'
import type { Actor } from '../../../access/actor.ts'
import { refuseFiles, vetSource } from '../../documents/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import type { NewComposeFile } from './compose-files.ts'

/** @returns a check that throws Refusal TYPE_REFUSED for other content or a virus, SCANNER_DOWN */
export function vetting(
  parts: Pick<EsignParts, 'database' | 'files' | 'activity' | 'scanner'>,
  actor: Actor,
  { name, language }: { readonly name: string; readonly language: Language },
): (file: NewComposeFile) => Promise<void> {
  return async (file) => {
    const wrong = await vetSource(
      parts,
      actor,
      { name, ext: 'pdf' },
      (await parts.files.openNew(actor.roomId, file)).reader,
    )
    if (wrong !== undefined) throw refuseFiles([{ name, code: wrong }], language)
  }
}
