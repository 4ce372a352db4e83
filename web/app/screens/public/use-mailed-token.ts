import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { ReturnTarget } from '../../return-to.ts'

/** Removes a mailed token before any history keeps it. @param placeOf the place wanted when the link was requested */
export function useMailedToken(
  to: '/login' | '/rooms',
  placeOf?: () => ReturnTarget | undefined,
): [link: string | undefined, drop: () => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState<string>()
  useEffect(() => {
    if (hash === '') return
    setLink(hash)
    const wanted = placeOf?.()
    void navigate({ to, replace: true, state: wanted ? { wanted } : true })
  }, [hash, navigate, to, placeOf])
  return [link, useCallback(() => setLink(undefined), [])]
}
