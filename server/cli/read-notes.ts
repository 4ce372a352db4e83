import { readFile } from 'node:fs/promises'
import { notesIn } from '../../contract/proof/checkpoint.ts'

/** The checkpoints in a file in which somebody has kept some: a text, a mail, an earlier export. @throws where it cannot be read or has none */
export async function readNotes(file: string): Promise<readonly string[]> {
  // As a string in an export a checkpoint has its line breaks escaped.
  const notes = notesIn((await readFile(file, 'utf8')).replaceAll('\\n', '\n'))
  if (notes.length === 0) throw new Error(`확인점이 없습니다 · No checkpoint in ${file}`)
  return notes
}
