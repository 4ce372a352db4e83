import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** Removes the token of a mailed link from the address at once, so no history keeps it. */
export function useMailedToken(to: '/login' | '/rooms'): [link: string | undefined, drop: () => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState<string>()
  useEffect(() => {
    if (hash === '') return
    setLink(hash)
    void navigate({ to, replace: true, state: true })
  }, [hash, navigate, to])
  return [link, useCallback(() => setLink(undefined), [])]
}
