import { useEffect } from 'react'

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Has all pages of a list loaded, one after the other; an error ends that until it is asked for again. */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}
