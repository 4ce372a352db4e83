import { normalizeName } from '../../../../contract/core/name-key.ts'
import { isSystemFile, type PickedFile, pickedFrom } from './check-file.ts'

const entriesOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

type OnFileFound = () => void

const pathOf = ({ fullPath }: FileSystemEntry): string => normalizeName(fullPath.replace(/^\//, ''))

async function filesBelow(
  entry: FileSystemEntry,
  onFound: OnFileFound,
): Promise<readonly PickedFile[]> {
  if (isFile(entry)) {
    const file = await fileOf(entry)
    onFound()
    return [{ file, path: pathOf(entry) }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: (readonly PickedFile[])[] = []
  // The reader returns a hundred entries at once.
  for (let entries = await entriesOf(reader); entries.length > 0; entries = await entriesOf(reader))
    found.push(...(await Promise.all(entries.map((one) => filesBelow(one, onFound)))))
  const inside = found.flat()
  return inside.every(isSystemFile)
    ? [{ file: new File([], entry.name), path: pathOf(entry), isFolder: true }]
    : inside
}

const REPORT_EVERY = 100

/** The event clears its items, so all are read before the first await. @throws DOMException if a file or folder is unreadable */
export async function readDrop(
  transfer: DataTransfer,
  onCount: (count: number) => void,
): Promise<readonly PickedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  // Other programs may drop files without entries.
  const dropped = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  let count = 0
  const onFound = () => {
    count += 1
    if (count % REPORT_EVERY === 0) onCount(count)
  }
  const files = dropped.map((one) =>
    one instanceof File ? pickedFrom([one]) : one ? filesBelow(one, onFound) : [],
  )
  return (await Promise.all(files)).flat()
}
