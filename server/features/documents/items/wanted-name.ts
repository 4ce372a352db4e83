import { Refusal } from '../../../platform/http/refusal.ts'
import { changesExtension, cleanName, extensionPart, isUsableName } from '../documents.rules.ts'

interface Renamable {
  readonly name: string
  readonly folder: boolean
}

type Judged =
  | { readonly name: string }
  | { readonly reason: 'NAME_UNUSABLE' | 'EXTENSION_FIXED'; readonly ext: string }

/** The extension stays; `wanted` may omit it. */
export function judgeName(item: Renamable, wanted: string): Judged {
  const cleaned = cleanName(wanted).trim()
  const extension = item.folder ? '' : extensionPart(item.name)
  if (changesExtension(cleaned, extension)) return { reason: 'EXTENSION_FIXED', ext: extension }
  const hasOwn = extensionPart(cleaned).toLowerCase() === extension.toLowerCase()
  const stem = hasOwn ? cleaned.slice(0, cleaned.length - extension.length) : cleaned
  const name = `${stem}${extension}`
  return isUsableName(stem) && isUsableName(name)
    ? { name }
    : { reason: 'NAME_UNUSABLE', ext: extension }
}

/** @throws Refusal NAME_UNUSABLE; EXTENSION_FIXED */
export function wantedName(item: Renamable, wanted: string): string {
  const judged = judgeName(item, wanted)
  if ('reason' in judged) throw new Refusal(judged.reason, { variables: { ext: judged.ext } })
  return judged.name
}
