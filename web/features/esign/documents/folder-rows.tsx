import { ChevronLeft, Folder } from 'lucide-react'
import type { ReactNode } from 'react'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import type { useRoomItems } from '../queries.ts'

export interface FolderPlace {
  readonly id: number
  readonly name: string
}

interface FolderRowsProps {
  readonly listed: ReturnType<typeof useRoomItems>
  readonly isSearch?: boolean
  readonly onFolder: (folder: FolderPlace) => void
  readonly row: (file: Item) => ReactNode
  readonly empty: ReactNode
}

export function FolderRows({ listed, isSearch = false, onFolder, row, empty }: FolderRowsProps) {
  const { t } = useTranslation()
  if (!listed.data) return <QueryState query={listed} count={4} />
  const { items, folderPath } = listed.data
  const here = folderPath.at(-1)
  const above = folderPath.at(-2)
  const rows = items.map((item) =>
    item.type === ITEM_TYPE.folder ? undefined : { item, node: row(item) },
  )
  const isEmpty = items.every((item, index) => item.type !== ITEM_TYPE.folder && !rows[index]?.node)
  return (
    <>
      {here && !isSearch && (
        <div className="folder-way">
          <IconButton
            icon={ChevronLeft}
            size="small"
            label={t('compose.upFolder')}
            onClick={() =>
              onFolder(
                above
                  ? { id: above.id, name: above.folderName }
                  : { id: 0, name: t('compose.root') },
              )
            }
          />
          <span className="ellipsis">{here.folderName}</span>
        </div>
      )}
      <ul className="menu-list">
        {items.map((item, index) =>
          item.type === ITEM_TYPE.folder ? (
            <li key={item.id}>
              <button
                type="button"
                className="menu-row"
                onClick={() => onFolder({ id: item.id, name: item.name })}
              >
                <Folder />
                <span className="file-name">
                  <FileName name={item.name} />
                </span>
              </button>
            </li>
          ) : (
            rows[index]?.node && <li key={item.id}>{rows[index].node}</li>
          ),
        )}
      </ul>
      {isEmpty && empty}
      {listed.hasNextPage && (
        <Button
          size="small"
          isBusy={listed.isFetchingNextPage}
          onClick={() => void listed.fetchNextPage()}
        >
          {t('compose.more')}
        </Button>
      )}
    </>
  )
}
