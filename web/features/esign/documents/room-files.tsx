import '../../../ui/field/field.css'
import { FilePlus2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { FileIcon, familyOf } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { Pressable } from '../../../ui/pressable.tsx'
import { useRoomItems } from '../queries.ts'
import { FolderRows } from './folder-rows.tsx'
import { useAdopting } from './use-adopting.tsx'

/** Images have no pages to sign. */
const canBeSigned = ({ name }: Item): boolean => familyOf(name) !== 'IMG'

interface RoomFilesProps {
  readonly roomId: number
  readonly onAdopted: (templateId: number) => void
}

export function RoomFiles({ roomId, onAdopted }: RoomFilesProps) {
  const { t } = useTranslation()
  const [folder, setFolder] = useState(0)
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const listed = useRoomItems(roomId, keyword === '' ? folder : 0, keyword)
  const adopting = useAdopting(roomId, onAdopted)
  const blockedBecause = usePhaseBlock('compose.write')
  return (
    <section aria-label={t('compose.roomDocuments')}>
      <h2 className="meta">{t('compose.roomDocuments')}</h2>
      <input
        className="field menu-search"
        type="search"
        aria-label={t('compose.search')}
        placeholder={t('compose.searchHint')}
        maxLength={LIMITS.keywordLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <FolderRows
        listed={listed}
        isSearch={keyword !== ''}
        onFolder={({ id }) => {
          setTyped('')
          setFolder(id)
        }}
        row={(file) =>
          canBeSigned(file) && (
            <Pressable
              className="menu-row"
              aria-label={`${file.name}: ${t('compose.adopt')}`}
              data-tip={blockedBecause ?? t('compose.adopt')}
              blockedBecause={blockedBecause}
              isBusy={adopting.isBusy}
              onClick={({ detail }) => {
                // The second click must not adopt the file again.
                if (detail < 2) void adopting.adopt(file)
              }}
            >
              <FileIcon name={file.name} />
              <span className="file-name">
                <FileName name={file.name} />
              </span>
              <FilePlus2 className="menu-sign" />
            </Pressable>
          )
        }
        empty={
          <p className="meta menu-empty">
            {keyword === '' ? t('compose.noItems') : t('compose.noHit', { searched: keyword })}
          </p>
        }
      />
      {adopting.dialog}
    </section>
  )
}
