import { createContext, useContext } from 'react'

/** Opens the permissions of all documents, which another part of the client shows. */
type OpenRootRights = () => void

const RootRightsContext = createContext<OpenRootRights | undefined>(undefined)

export const RootRightsProvider = RootRightsContext.Provider

export function useRootRights(): OpenRootRights {
  const open = useContext(RootRightsContext)
  if (!open) throw new Error('useRootRights outside of RootRightsProvider')
  return open
}
