import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Icon } from '../../ui/icon.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { type Member, membersQuery } from './members-query.ts'

interface MembersPageProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly roomName: string | undefined
  /** Links beside the button that invites. */
  readonly links?: ReactNode
}

/** The people of the room, and what each may do. */
export function MembersPage({ caller, roomName, links }: MembersPageProps) {
  const { t } = useTranslation()
  const members = useQuery(membersQuery(useApi(), caller.roomId))
  const [isInviting, setIsInviting] = useState(false)
  useTitle(t('members.title'), roomName, t('app.title'))

  return (
    <section className="pane" aria-labelledby="members-title">
      <div className="pane-head">
        <h1 id="members-title">{t('members.title')}</h1>
        {members.data && <span className="meta numbers">{t('members.count', { count: members.data.length })}</span>}
        <div className="pane-tools">
          {links}
          <button type="button" className="button primary" onClick={() => setIsInviting(true)}>
            <Icon name="people" />
            {t('members.invite')}
          </button>
        </div>
      </div>
      <div className="pane-body">
        <MembersTable roomId={caller.roomId} members={members} />
      </div>
      {isInviting && <InviteDialog caller={caller} onClose={() => setIsInviting(false)} />}
    </section>
  )
}

type MembersResult = UseQueryResult<Member[]>

function MembersTable({ roomId, members }: { readonly roomId: number; readonly members: MembersResult }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (members.isPending) return <p className="empty">{t('common.loading')}</p>
  if (!members.data) {
    return (
      <div className="empty" role="alert">
        <p>{errorText(members.error)}</p>
        <button type="button" className="button" onClick={() => void members.refetch()}>
          {t('common.retry')}
        </button>
      </div>
    )
  }
  if (members.data.length === 0) return <p className="empty">{t('members.empty')}</p>
  return (
    <table className="table people">
      <caption className="hidden">{t('members.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('members.name')}</th>
          <th scope="col">{t('members.date')}</th>
          <th scope="col">{t('members.print')}</th>
          <th scope="col">{t('members.download')}</th>
          <th scope="col">{t('members.access')}</th>
          <th scope="col">
            <span className="hidden">{t('members.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.data.map((member) => (
          <MemberRow key={member.id} roomId={roomId} member={member} />
        ))}
      </tbody>
    </table>
  )
}
