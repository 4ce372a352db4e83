import { readFile } from 'node:fs/promises'
import { notesIn } from '../../contract/proof/checkpoint.ts'

/** @throws Error if the file contains no checkpoint */
export async function readNotes(file: string): Promise<readonly string[]> {
  const notes = notesIn((await readFile(file, 'utf8')).replaceAll('\\n', '\n'))
  if (notes.length === 0) throw new Error(`확인점이 없습니다 · No checkpoint in ${file}`)
  return notes
}
