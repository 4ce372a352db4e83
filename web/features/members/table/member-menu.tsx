import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { Member } from '../members-query.ts'
import { useReturn } from '../use-return.ts'
import { isOfPerson, useViewAs } from '../view-as-context.ts'
import type { MemberActions } from './actions/use-member-actions.ts'
import { MemberActionMenu, type MemberDialogName } from './member-action-menu.tsx'
import { type ControlColumn, controlProps } from './use-member-keys.ts'

const loadDialog = () => import('../edit-dialog.tsx')
const EditDialog = lazy(() => loadDialog().then((module) => ({ default: module.EditDialog })))
const UnmakeDialog = lazy(() =>
  import('../groups/unmake-dialog.tsx').then((module) => ({ default: module.UnmakeDialog })),
)
const ShowPinDialog = lazy(() =>
  import('../show-pin-dialog.tsx').then((module) => ({ default: module.ShowPinDialog })),
)

interface MemberMenuProps {
  readonly roomId: number
  readonly member: Member
  readonly actions: MemberActions
  readonly held: string | undefined
  readonly isSelf: boolean
  readonly stop: ControlColumn | undefined
  readonly anchor: MenuAnchor | undefined
  readonly onAnchor: (anchor: MenuAnchor | undefined) => void
  readonly onRemoved: () => void
}

export function MemberMenu({
  roomId,
  member,
  actions,
  held,
  isSelf,
  stop,
  anchor,
  onAnchor,
  onRemoved,
}: MemberMenuProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<MemberDialogName>()
  const viewAs = useViewAs()
  const button = useReturn(isOfPerson(viewAs.returnedFrom, member.id), viewAs.onReturned)
  /** The menu is gone when the confirmation returns the focus. */
  const act = async (ask: () => Promise<void>) => {
    await ask()
    button.current?.focus()
  }
  const leave = () => {
    flushSync(() => setDialog(undefined))
    button.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        {...controlProps('menu', stop)}
        icon={Ellipsis}
        label={t('members.menu', { name: member.userName })}
        tip={t('members.actions')}
        size="small"
        isBusy={actions.isBusy}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={(event) => onAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense>
          <MemberActionMenu
            member={member}
            actions={actions}
            held={held}
            isSelf={isSelf}
            anchor={anchor}
            act={act}
            onDialog={setDialog}
            onRemoved={onRemoved}
            onClose={() => onAnchor(undefined)}
          />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          {dialog === 'edit' && <EditDialog roomId={roomId} member={member} onClose={leave} />}
          {dialog === 'unmake' && (
            <UnmakeDialog member={member} onUnmake={actions.unmakeOperator} onClose={leave} />
          )}
          {dialog === 'pin' && <ShowPinDialog roomId={roomId} member={member} onClose={leave} />}
        </Suspense>
      )}
    </>
  )
}
