import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { ROLE } from '../../../contract/core/limits.ts'
import { itemsKey } from '../../features/documents/index.ts'
import type { SearchBox } from '../../features/search/index.ts'
import { type FilterAddress, filterIn } from '../../lib/filter-address.ts'
import type { I18n } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { loadSearch, loadThreadMatches } from '../screens/late-parts.ts'
import { useApp, useSession, useView } from '../use-app.ts'

interface ThreadLinkProps {
  readonly thread: string
  readonly isArea: boolean
  readonly text: ReactNode
}

const ThreadLink = ({ thread, isArea, text }: ThreadLinkProps) => (
  <Link to={isArea ? '/admin/questions' : '/questions'} search={{ thread }}>
    {text}
  </Link>
)

interface SearchOptions {
  readonly roomId: number
  readonly at: FilterAddress & {
    readonly q?: string | undefined
    readonly folder?: number | undefined
  }
}

interface SearchUse {
  readonly box: ReactNode
  results(shown: {
    roomName: string | undefined
    openId: number | undefined
    opensFiles: boolean
  }): ReactNode
}

type BoxProps = ComponentProps<typeof SearchBox>

const boxOf = (i18n: I18n): Promise<{ default: ComponentType<BoxProps> }> =>
  loadSearch(i18n).then(
    (search) => ({ default: search.SearchBox }),
    () => ({ default: () => null }),
  )

export function useSearch({ roomId, at }: SearchOptions): SearchUse {
  const { q = '', folder = 0 } = at
  const { i18n } = useApp()
  const navigate = useNavigate()
  const session = useSession()
  const isView = useView() !== undefined
  const isArea = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  const isSeen = isArea || isView || session?.roleId !== ROLE.operator
  const [{ Box, Results, Matches }] = useState(() => ({
    Box: lazy(() => boxOf(i18n)),
    Matches: lazy(() =>
      loadThreadMatches(i18n).then(({ ThreadMatches }) => ({ default: ThreadMatches })),
    ),
    Results: lazy(() => loadSearch(i18n).then(({ SearchResults }) => ({ default: SearchResults }))),
  }))
  const seek = (next: string) => {
    const words = next === '' ? {} : { q: next, ...(next === q ? filterIn(at) : {}) }
    void navigate({ to: '.', search: { ...inFolder(folder), ...words }, resetScroll: false })
  }
  const goTo: BoxProps['onFound'] = ({ itemId, parent, isFolder }) =>
    void navigate({
      to: '.',
      search: isFolder
        ? inFolder(itemId)
        : { ...inFolder(parent), ...(isArea ? {} : { doc: itemId }) },
      ...(isArea && !isFolder ? { state: { searched: itemId } } : {}),
    })
  const confine = (filter: FilterAddress) =>
    void navigate({
      to: '.',
      search: (all) => ({ ...all, ...filterIn(filter) }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  return {
    box: (
      <Suspense fallback={<div className="top-search-place" />}>
        <Box q={q} lists=".panes-list" roomId={roomId} onSearch={seek} onFound={goTo} />
      </Suspense>
    ),
    results: (shown) => (
      <Suspense>
        <Results
          key={q}
          {...shown}
          roomId={roomId}
          q={q}
          folder={folder}
          listsKey={itemsKey(roomId)}
          confined={at}
          onConfine={confine}
          onClear={() => seek('')}
          beside={
            isSeen && (
              <Matches
                roomId={roomId}
                q={q}
                linkTo={(thread, text) => (
                  <ThreadLink thread={thread} isArea={isArea} text={text} />
                )}
              />
            )
          }
        />
      </Suspense>
    ),
  }
}
