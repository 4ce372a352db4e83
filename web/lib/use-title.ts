import { useEffect } from 'react'

/** Names the screen in the title of the window, the narrowest part first. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined && part !== '').join(' - ')
  useEffect(() => {
    document.title = title
  }, [title])
}
