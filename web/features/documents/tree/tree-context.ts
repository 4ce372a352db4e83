import { createContext, useContext } from 'react'

export interface Tree {
  readonly roomId: number
  readonly folder: number | undefined
  readonly openFolders: readonly number[]
}

const TreeContext = createContext<Tree | undefined>(undefined)

export const TreeProvider = TreeContext.Provider

export function useTree(): Tree {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('useTree outside of FolderTree')
  return tree
}
