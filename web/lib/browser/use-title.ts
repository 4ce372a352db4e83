import { useEffect } from 'react'

export function useTitle(...parts: (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined && part !== '').join(' - ')
  useEffect(() => {
    document.title = title
  }, [title])
}
