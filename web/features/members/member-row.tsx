import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Switch } from '../../ui/switch.tsx'
import type { Member } from './members-query.ts'
import { type Right, useMemberActions } from './use-member-actions.ts'

const RIGHTS: readonly Right[] = ['print', 'download', 'access']

export function MemberRow({ roomId, member }: { readonly roomId: number; readonly member: Member }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const actions = useMemberActions(roomId, member)
  const about = [member.division, member.position, member.email].filter((part) => part !== '').join(' · ')

  return (
    <tr>
      <th scope="row">
        <div className="person">
          <span className="person-name">
            {member.userName}
            {actions.isOperator && <span className="chip">{t('members.operator')}</span>}
          </span>
          <span className="meta">{about}</span>
        </div>
      </th>
      <td className="numbers" data-label={t('members.date')}>
        {formatInstant(member.createdAt, language)}
      </td>
      {RIGHTS.map((right) => {
        const state = t(member[right] ? 'members.allowed' : right === 'access' ? 'members.suspended' : 'members.blocked')
        const label = t('members.switchName', { name: member.userName, right: t(`members.${right}`), state })
        return (
          <td key={right} data-label={t(`members.${right}`)}>
            <Switch isOn={member[right]} label={label} text={state} isBusy={actions.isBusy} onToggle={() => void actions.toggle(right)} />
          </td>
        )
      })}
      <td>
        <div className="row-buttons">
          <button type="button" className="button quiet small" onClick={() => void actions.inviteAgain()}>
            {t('members.inviteAgain')}
          </button>
          <button type="button" className="button quiet small" onClick={() => void actions.toggleRole()}>
            {t(actions.isOperator ? 'members.unmakeOperator' : 'members.makeOperator')}
          </button>
          <button type="button" className="button quiet small danger" onClick={() => void actions.remove()}>
            {t('members.remove')}
          </button>
        </div>
      </td>
    </tr>
  )
}
