import { createContext, useContext } from 'react'

/** What every row of a tree has to know. */
export interface Tree {
  readonly roomId: number
  /** The folder that is shown; undefined while none is. */
  readonly folder: number | undefined
  readonly openFolders: readonly number[]
}

const TreeContext = createContext<Tree | undefined>(undefined)

export const TreeProvider = TreeContext.Provider

/** The tree in which a row stands. */
export function useTree(): Tree {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('useTree outside of FolderTree')
  return tree
}
