import { ChevronRight, Folder, FolderOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { stagedText } from '../../../room/staged-mark.tsx'
import { Button } from '../../../ui/button.tsx'
import { useWhenNear } from '../../../ui/list/use-when-near.ts'
import { type SubfoldersQuery, useSubfolders } from '../list/items-query.ts'
import { useTree } from './tree-context.ts'

const STEP = 18
const STEPS = 5

const indent = (level: number) => ({ paddingInlineStart: 4 + Math.min(level - 1, STEPS) * STEP })

interface BranchProps {
  readonly parent: number
  readonly level: number
  readonly subfolders: SubfoldersQuery
}

export function Branch({ parent, level, subfolders }: BranchProps) {
  const { data } = subfolders
  if (!data)
    return subfolders.isError ? (
      <RetryRow level={level} subfolders={subfolders} />
    ) : (
      <SkeletonRow level={level} />
    )
  if (parent === 0 && data.total === 0) return <RootRow count={data.items} />
  return (
    <>
      {data.folders.map((item, index) => (
        <FolderRow
          key={item.id}
          item={item}
          level={level}
          position={index + 1}
          setSize={data.total}
        />
      ))}
      {data.folders.length < data.total && <NextRows level={level} subfolders={subfolders} />}
    </>
  )
}

interface FolderRowProps {
  readonly item: Item
  readonly level: number
  readonly position: number
  readonly setSize: number
}

function FolderRow({ item, level, position, setSize }: FolderRowProps) {
  const { t } = useTranslation()
  const { roomId, folder, openFolders } = useTree()
  const isOpen = openFolders.includes(item.id)
  const isShown = item.id === folder
  const isLeaf = (item.folderCount ?? 0) === 0
  const isExpanded = isOpen && !isLeaf
  const subfolders = useSubfolders(roomId, item.id, isExpanded)
  const row = useScrollWhen(isShown)
  const count = item.itemCount
  const Icon = isExpanded ? FolderOpen : Folder
  return (
    <>
      <div
        ref={row}
        role="treeitem"
        className="tree-row"
        style={indent(level)}
        tabIndex={-1}
        data-folder={item.id}
        data-drop-folder={item.id}
        data-drop-name={item.name}
        data-drop-path={item.path}
        aria-label={item.index ? `${item.index} ${item.name}` : item.name}
        aria-description={[t('documents.items', { count }), stagedText(item, t)]
          .filter(Boolean)
          .join(', ')}
        data-staged={stagedText(item, t) === undefined ? undefined : ''}
        aria-level={level}
        aria-posinset={position}
        aria-setsize={setSize}
        aria-selected={isShown}
        aria-expanded={isLeaf ? undefined : isExpanded}
      >
        <span className="tree-chevron" data-chevron={isLeaf ? undefined : ''}>
          {!isLeaf && <ChevronRight />}
        </span>
        <Icon />
        <span className="ellipsis">
          {item.index && <span className="tree-index numbers">{item.index} </span>}
          {item.name}
        </span>
        <CountBadge count={count} />
      </div>
      {isExpanded && <Branch parent={item.id} level={level + 1} subfolders={subfolders} />}
    </>
  )
}

function useScrollWhen(isShown: boolean) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return row
}

function RootRow({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const { folder } = useTree()
  const name = t(count > 0 ? 'documents.root' : 'documents.emptyRoot')
  return (
    <div
      role="treeitem"
      className="tree-row"
      style={indent(1)}
      tabIndex={-1}
      data-folder={0}
      aria-label={name}
      aria-description={t('documents.items', { count })}
      aria-level={1}
      aria-selected={folder === 0}
    >
      <span className="tree-chevron" />
      <Folder />
      <span className="ellipsis">{name}</span>
      <CountBadge count={count} />
    </div>
  )
}

const CountBadge = ({ count }: { readonly count: number }) =>
  count > 0 && <span className="tree-count numbers">{count > 999 ? '999+' : count}</span>

interface QueryRowProps {
  readonly level: number
  readonly subfolders: SubfoldersQuery
}

function NextRows({ level, subfolders }: QueryRowProps) {
  const place = useRef<HTMLDivElement>(null)
  const { isFetching, isError } = subfolders
  useWhenNear({ place, isWaiting: !isFetching, onNear: () => subfolders.fetchMore() })
  if (isError) return <RetryRow level={level} subfolders={subfolders} />
  return (
    <div ref={place} aria-hidden="true">
      <SkeletonRow level={level} />
    </div>
  )
}

function SkeletonRow({ level }: { readonly level: number }) {
  return (
    <div className="tree-row tree-skeleton skeleton" style={indent(level)} aria-hidden="true">
      <span className="tree-chevron" />
      <span className="skeleton-bar" />
    </div>
  )
}

function RetryRow({ level, subfolders }: QueryRowProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { error, isFetching, retry } = subfolders
  return (
    <div
      role="treeitem"
      className="tree-row tree-retry"
      style={indent(level)}
      tabIndex={-1}
      aria-level={level}
      aria-selected={false}
    >
      <span className="tree-chevron" />
      <span className="ellipsis" title={errorText(error)}>
        {errorText(error)}
      </span>
      <Button size="small" tabIndex={-1} isBusy={isFetching} onClick={retry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
