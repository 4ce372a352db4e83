import { normaliseName } from '../../../contract/core/name-key.ts'
import { type PickedFile, pickedFrom } from './check-file.ts'

const entriesOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function filesBelow(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  if (isFile(entry)) return [{ file: await fileOf(entry), path: normaliseName(entry.fullPath.replace(/^\//, '')) }]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: (readonly PickedFile[])[] = []
  // A reader gives a hundred entries at a time, and an empty list at the end.
  for (let entries = await entriesOf(reader); entries.length > 0; entries = await entriesOf(reader))
    found.push(...(await Promise.all(entries.map(filesBelow))))
  return found.flat()
}

/**
 * All files of a drop in their order, folders with their structure. Everything is taken before the first await: the event empties its items.
 * @throws DOMException where a file or folder cannot be read.
 */
export async function readDrop(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  // What comes from another program may be a file without an entry.
  const dropped = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const files = dropped.map((one) => (one instanceof File ? pickedFrom([one]) : one ? filesBelow(one) : []))
  return (await Promise.all(files)).flat()
}
