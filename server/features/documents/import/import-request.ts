import type { NumbersInNames } from './arrange-tree.ts'

export interface ImportRequest {
  readonly roomId: number
  readonly into: readonly string[]
  readonly staged: boolean | undefined
  readonly numbers: NumbersInNames
  readonly isDryRun: boolean
}

export interface ImportProgress {
  readonly files: number
  readonly bytes: number
  readonly allFiles: number
  readonly allBytes: number
}

export interface ImportWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}
