import './access-settings.css'
import { useId } from 'react'
import type { Level } from '../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { DayField } from '../../../ui/field/day-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import { INVITED_ROLES, type InvitationAccess, type InvitedRole } from './use-invitation-access.ts'

const ROLES = {
  participant: 'groups.participant',
  full: 'members.operator',
  content: 'members.contentOperator',
} as const satisfies Record<InvitedRole, string>

const LEAVES = {
  none: 'groups.leavesNone',
  view: 'groups.leavesView',
  print: 'groups.leavesPrint',
  download: 'groups.leavesDownload',
  original: 'groups.leavesOriginal',
} as const satisfies Record<Level, string>

export function AccessSettings({ access }: { readonly access: InvitationAccess }) {
  const { t } = useTranslation()
  const id = useId()
  const { role, group, choose } = access
  if (!group) return null
  return (
    <section className="invite-access" aria-labelledby={id}>
      <h3 id={id} className="hidden">
        {t('groups.settings')}
      </h3>
      <div className="invite-access-fields">
        <SelectField
          label={t('groups.role')}
          options={INVITED_ROLES.map((each) => ({ id: each, label: t(ROLES[each]) }))}
          chosen={role}
          onChoose={(next) => choose({ role: next })}
        />
        {role === 'participant' && <ParticipantFields access={access} group={group} />}
      </div>
      <Effect access={access} group={group} />
    </section>
  )
}

interface OfGroup {
  readonly access: InvitationAccess
  readonly group: Group
}

function ParticipantFields({ access: { groups, shown, choose }, group }: OfGroup) {
  const { t } = useTranslation()
  return (
    <>
      {groups.length > 1 && (
        <span className="invite-group">
          <ColorDot color={group.color} />
          <SelectField
            label={t('groups.group')}
            options={groups.map(({ id: groupId, name }) => ({ id: groupId, label: name }))}
            chosen={group.id}
            onChoose={(groupId) => choose({ groupId })}
          />
        </span>
      )}
      {(['print', 'download'] as const).map((right) => {
        const state = t(shown[right] ? 'groups.allowed' : 'groups.blocked')
        return (
          <span key={right} className="invite-right">
            <span className="select-label" aria-hidden="true">
              {t(`groups.${right}`)}
            </span>
            <Switch
              isOn={shown[right]}
              label={t('groups.allow', { right: t(`groups.${right}`), state })}
              text={state}
              onToggle={() => choose({ [right]: !shown[right] })}
            />
          </span>
        )
      })}
      <span className="invite-until">
        <span className="select-label" aria-hidden="true">
          {t('groups.accessUntil')}
        </span>
        <DayField
          className="invite-day"
          label={t('groups.accessUntil')}
          day={shown.until}
          onDay={(until) => choose({ until })}
        />
      </span>
    </>
  )
}

function Effect({ access: { role, level }, group }: OfGroup) {
  const { t } = useTranslation()
  const ofOperators = role === 'content' ? 'members.contentEffect' : 'members.fullEffect'
  const ofGroup = level && t(LEAVES[level], { name: group.name })
  const text = role === 'participant' ? ofGroup : t(ofOperators)
  if (text === undefined) return null
  return (
    <p className="invite-leaves" role="status">
      {text}
    </p>
  )
}
