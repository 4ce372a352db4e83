import { Ellipsis } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { Thread } from '../threads-query.ts'
import { ThreadDialog } from './thread-dialog.tsx'
import { actionsFor } from './thread-moves.ts'
import { useThreadMoves } from './use-thread-moves.ts'

interface ThreadActionsProps {
  readonly roomId: number
  readonly thread: Thread
  readonly memberId: number
  readonly isArea: boolean
  readonly onGone: (() => void) | undefined
}

export function ThreadActions({ roomId, thread, memberId, isArea, onGone }: ThreadActionsProps) {
  const { t } = useTranslation()
  const more = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { dialog, isBusy, close, move, run, markUnread } = useThreadMoves(roomId, thread, onGone)
  const { shown, hidden } = actionsFor(thread)
  const entries: MenuAction[] = [
    ...hidden.map((action) => ({
      id: action.id,
      icon: action.icon,
      label: t(action.label),
      onAction: () => void run(action),
    })),
    {
      id: 'unread',
      icon: Ellipsis,
      label: t('questions.doUnread'),
      onAction: markUnread,
      group: 1,
    },
  ]
  return (
    <div className="thread-actions">
      {shown.map((action, index) => (
        <Button
          key={action.id}
          icon={action.icon}
          variant={index === 0 && action.isMain ? 'primary' : 'plain'}
          isBusy={isBusy && action.dialog === undefined}
          onClick={() => void run(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      <IconButton
        ref={more}
        icon={Ellipsis}
        label={t('questions.moreActions')}
        aria-haspopup="menu"
        onClick={() => setMenuOpen(true)}
      />
      {isMenuOpen && more.current && (
        <Suspense>
          <LazyMenu
            label={t('questions.moreActions')}
            anchor={more.current}
            actions={entries}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      )}
      <ThreadDialog
        dialog={dialog}
        roomId={roomId}
        thread={thread}
        memberId={memberId}
        isArea={isArea}
        onMove={move}
        onClose={close}
      />
    </div>
  )
}
