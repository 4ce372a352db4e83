import type { StagedKey } from '../../../room/staged-mark.tsx'
import type { Line, MatrixRow } from './matrix-model.ts'

export interface TreeItem {
  readonly id: number
  readonly name: string
  readonly isFolder: boolean
  readonly children: number
  readonly staged?: StagedKey | undefined
}

export interface FolderSource {
  readonly items: readonly TreeItem[]
  readonly total: number
  readonly hasFailed: boolean
}

interface LinesOfInput {
  readonly root: string
  readonly open: ReadonlySet<number>
  readonly sourceOf: (folder: number) => FolderSource | undefined
}

export function linesOf({ root, open, sourceOf }: LinesOfInput): readonly Line[] {
  const lines: Line[] = [{ row: { itemId: 0, name: root, isFolder: true, path: [] } }]
  const lay = (folder: number, path: MatrixRow['path'], expected: number): void => {
    const source = sourceOf(folder)
    for (const { id, name, isFolder, children, staged } of source?.items ?? []) {
      const isOpen = isFolder && open.has(id)
      lines.push({
        row: { itemId: id, name, isFolder, staged, path },
        isOpen,
        children: isFolder && children > 0 ? children : undefined,
      })
      if (isOpen) lay(id, [...path, { id, name }], children)
    }
    const missing = (source?.total ?? expected) - (source?.items.length ?? 0)
    if (source?.hasFailed) lines.push({ gap: { folder, isFailed: true } })
    else
      for (let count = 0; count < missing; count += 1)
        lines.push({ gap: { folder, isFailed: false } })
  }
  lay(0, [], 3)
  return lines
}
