import type { UseQueryResult } from '@tanstack/react-query'
import type { Line } from './matrix-model.ts'

export interface Lines {
  readonly lines: readonly Line[]
  readonly query:
    | Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>
    | undefined
  readonly onGap: (folder: number) => void
  readonly retry: (folder: number) => void
}
