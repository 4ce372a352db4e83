import { FileSignature, Send } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useTemplates } from '../queries.ts'
import { DocumentStatus } from '../status-words.tsx'
import { RoomFiles } from './room-files.tsx'
import { UploadButton } from './upload-button.tsx'

interface SideMenuProps {
  readonly roomId: number
  readonly chosen: number | undefined
  readonly onOpen: (templateId: number) => void
  readonly onInviteAll: () => void
}

export function SideMenu({ roomId, chosen, onOpen, onInviteAll }: SideMenuProps) {
  const { t } = useTranslation()
  const templates = useTemplates(roomId)
  const blockedBecause = usePhaseBlock('compose.write')
  const drafts = templates.data?.filter(({ status }) => status === 'DRAFT') ?? []
  return (
    <div className="menu-body">
      <div className="menu-tools">
        <UploadButton roomId={roomId} onUploaded={onOpen} takesDrops={chosen !== undefined} />
        {(drafts.length > 1 || templates.hasNextPage) && (
          <Button icon={Send} blockedBecause={blockedBecause} onClick={onInviteAll}>
            {t('compose.inviteAll')}
          </Button>
        )}
      </div>
      <section aria-label={t('compose.toSign')}>
        <h2 className="meta">{t('compose.toSign')}</h2>
        {!templates.data && <QueryState query={templates} count={3} />}
        {templates.data?.length === 0 && (
          <EmptyState icon={FileSignature} text={t('compose.noTemplates')} />
        )}
        <ul className="menu-list">
          {templates.data?.map(({ templateId, name, status, participants, pageCount }) => (
            <li key={templateId}>
              <button
                type="button"
                className="menu-row"
                aria-current={templateId === chosen || undefined}
                onClick={() => onOpen(templateId)}
              >
                <span className="menu-words">
                  <span className="ellipsis">{name}</span>
                  <span className="meta">
                    {t('compose.pages', { count: pageCount })} ·{' '}
                    {t('compose.people', { count: participants.length })}
                  </span>
                </span>
                <DocumentStatus status={status} />
              </button>
            </li>
          ))}
        </ul>
        {templates.hasNextPage && (
          <Button
            size="small"
            isBusy={templates.isFetchingNextPage}
            onClick={() => void templates.fetchNextPage()}
          >
            {t('compose.more')}
          </Button>
        )}
      </section>
      <RoomFiles roomId={roomId} onAdopted={onOpen} />
    </div>
  )
}
