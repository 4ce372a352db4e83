import type { UseQueryResult } from '@tanstack/react-query'
import type { Line } from './matrix-model.ts'

/** What the grid shows, and how it asks for more. */
export interface Lines {
  readonly lines: readonly Line[]
  /** Stands in for the lines while they load or have failed. */
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'> | undefined
  /** A gap of the folder is in sight. */
  readonly onGap: (folder: number) => void
  readonly retry: (folder: number) => void
}
