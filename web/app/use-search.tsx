import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { itemsKey } from '../features/documents/index.ts'
import type { SearchBox } from '../features/search/index.ts'
import { inFolder } from '../lib/folder-search.ts'
import type { I18n } from '../lib/i18n.ts'
import { useHouse } from './house-context.ts'
import { loadSearch } from './late-parts.ts'

interface SearchOptions {
  readonly roomId: number
  /** What is sought, as the address says it. */
  readonly q: string | undefined
  readonly folder: number
}

interface SearchUse {
  /** Where one types what one seeks. */
  readonly box: ReactNode
  /** What was found, in place of a folder. `opensFiles`: whether files open where it stands. */
  results(shown: { roomName: string | undefined; openId: number | undefined; opensFiles: boolean }): ReactNode
}

/** Without it the room is as it was: a box that does not come breaks nothing. */
const boxOf = (i18n: I18n): Promise<{ default: ComponentType<ComponentProps<typeof SearchBox>> }> =>
  loadSearch(i18n).then(
    (search) => ({ default: search.SearchBox }),
    () => ({ default: () => null }),
  )

/** The search of a room, on the screen that is open: it comes after the room itself, which can do without it. */
export function useSearch({ roomId, q = '', folder }: SearchOptions): SearchUse {
  const { i18n } = useHouse()
  const navigate = useNavigate()
  const [{ Box, Results }] = useState(() => ({
    Box: lazy(() => boxOf(i18n)),
    Results: lazy(() => loadSearch(i18n).then(({ SearchResults }) => ({ default: SearchResults }))),
  }))
  const seek = (next: string) =>
    void navigate({ to: '.', search: { ...inFolder(folder), ...(next === '' ? {} : { q: next }) }, resetScroll: false })
  return {
    box: (
      <Suspense fallback={<div className="top-search-place" />}>
        <Box q={q} lists=".panes-list" onSearch={seek} />
      </Suspense>
    ),
    results: (shown) => (
      <Suspense>
        <Results key={q} {...shown} roomId={roomId} q={q} folder={folder} listsKey={itemsKey(roomId)} onClear={() => seek('')} />
      </Suspense>
    ),
  }
}
