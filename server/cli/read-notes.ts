import { readFile } from 'node:fs/promises'
import { notesIn } from '../../contract/proof/checkpoint.ts'

/** Reads a text, a mail or an earlier export. @throws Error if it contains no checkpoint */
export async function readNotes(file: string): Promise<readonly string[]> {
  // Exports contain checkpoints with escaped line breaks.
  const notes = notesIn((await readFile(file, 'utf8')).replaceAll('\\n', '\n'))
  if (notes.length === 0) throw new Error(`확인점이 없습니다 · No checkpoint in ${file}`)
  return notes
}
